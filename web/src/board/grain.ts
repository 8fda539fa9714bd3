/** Wood grain, drawn once per theme onto a small canvas that lies under the grid. */

function hash(x: number, y: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function noise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const tx = smooth(x - x0);
  const ty = smooth(y - y0);
  const top = hash(x0, y0) * (1 - tx) + hash(x0 + 1, y0) * tx;
  const low = hash(x0, y0 + 1) * (1 - tx) + hash(x0 + 1, y0 + 1) * tx;
  return top * (1 - ty) + low * ty;
}

/** How dark the grain is at a point, 0 to 1. The grain runs from top to bottom. */
export function grainAt(x: number, y: number): number {
  const bend = 3.2 * noise(x / 150, y / 420) + 0.7 * noise(x / 40 + 9, y / 190);
  const ring = x / 34 + bend;
  const distance = Math.abs((ring - Math.floor(ring)) * 2 - 1);
  const rings = Math.pow(distance, 5) * 0.5;
  const fibre = noise(x / 1.6, y / 46) * 0.3 + noise(x / 5, y / 120) * 0.25;
  return Math.min(1, rings + fibre);
}

export function paintGrain(canvas: HTMLCanvasElement): void {
  const side = 480;
  canvas.width = side;
  canvas.height = side;
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const image = ctx.createImageData(side, side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = (y * side + x) * 4;
      image.data[i] = 92;
      image.data[i + 1] = 52;
      image.data[i + 2] = 8;
      image.data[i + 3] = grainAt(x, y) * 92;
    }
  }
  ctx.putImageData(image, 0, 0);
}
