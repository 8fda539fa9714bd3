import { settings } from './settings.svelte';

/** Sounds are made here from noise and sine waves: no files, nothing to load. */
let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sounds || settings.volume <= 0) return null;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context.state === 'closed' ? null : context;
  } catch {
    return null;
  }
}

function click(ctx: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.07;
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    data[i] = (Math.random() * 2 - 1) * Math.exp((-i / data.length) * 14);
  }
  const noise = ctx.createBufferSource();
  noise.buffer = buffer;
  const body = ctx.createBiquadFilter();
  body.type = 'bandpass';
  body.frequency.value = pitch;
  body.Q.value = 3.5;
  const gain = ctx.createGain();
  gain.gain.value = loudness * settings.volume;
  noise.connect(body).connect(gain).connect(ctx.destination);
  noise.start(at);
}

function tone(ctx: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const wave = ctx.createOscillator();
  wave.frequency.value = pitch;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness * settings.volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(ctx.destination);
  wave.start(at);
  wave.stop(at + length);
}

export type Sound = 'stone' | 'capture' | 'low' | 'end' | 'refused';

export function play(sound: Sound): void {
  // After the picture: waking the loudspeaker for the first time takes longer than a stone may take to appear.
  requestAnimationFrame(() => setTimeout(() => playNow(sound)));
}

function playNow(sound: Sound): void {
  const ctx = audio();
  if (!ctx) return;
  const now = ctx.currentTime;
  switch (sound) {
    case 'stone':
      click(ctx, now, 1900, 1.6);
      click(ctx, now + 0.004, 620, 1.2);
      break;
    case 'capture':
      [0, 0.06, 0.11].forEach((delay, i) => click(ctx, now + delay, 2300 + i * 350, 1.1));
      break;
    case 'low':
      tone(ctx, now, 880, 0.12, 0.18);
      break;
    case 'end':
      [392, 523, 659].forEach((pitch, i) => tone(ctx, now + i * 0.11, pitch, 0.5, 0.16));
      break;
    case 'refused':
      tone(ctx, now, 160, 0.14, 0.22);
      break;
  }
}
