import type { Index } from './coords';

/**
 * Where things are. Points are one unit apart, the top left one is at (0, 0), and the wood reaches
 * `pad` units beyond the outermost lines.
 */
export class Geometry {
  constructor(
    readonly size: number,
    readonly pad: number,
  ) {}

  get side(): number {
    return this.size - 1 + 2 * this.pad;
  }

  get points(): number {
    return this.size * this.size;
  }

  get middle(): Index {
    return Math.floor(this.points / 2);
  }

  x(at: Index): number {
    return at % this.size;
  }

  y(at: Index): number {
    return Math.floor(at / this.size);
  }

  /** All lines as the path of one SVG element. */
  get grid(): string {
    const end = this.size - 1;
    return Array.from({ length: this.size }, (_, i) => `M0 ${i}H${end}M${i} 0V${end}`).join('');
  }

  /** The point nearest to a place, given as shares of the board's width and height. */
  nearest(right: number, down: number): Index | null {
    const x = Math.round(right * this.side - this.pad);
    const y = Math.round(down * this.side - this.pad);
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return null;
    return y * this.size + x;
  }

  /** Where a point is, in percent of the board's width and height. */
  percent(at: Index): { left: number; top: number } {
    const share = (n: number) => ((n + this.pad) / this.side) * 100;
    return { left: share(this.x(at)), top: share(this.y(at)) };
  }

  /** The two outermost of points on one line. */
  ends(points: Index[]): [Index, Index] {
    const sorted = [...points].sort((a, b) => this.x(a) - this.x(b) || this.y(a) - this.y(b));
    return [sorted[0]!, sorted[sorted.length - 1]!];
  }
}
