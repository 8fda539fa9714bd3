import { describe, expect, it } from 'vitest';
import { base64Of, bytesOf, textOf } from '../../src/lib/files';

describe('files', () => {
  it('keep every byte in base64', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(bytesOf({ type: 'base64', base64: base64Of(bytes) })).toEqual(bytes);
  });

  it('are text only if nothing is lost', () => {
    expect(textOf(new TextEncoder().encode('(;GM[4])'))).toBe('(;GM[4])');
    expect(textOf(Uint8Array.of(0xff, 0x52))).toBeNull();
    expect(textOf(Uint8Array.of(65, 0, 66))).toBeNull();
  });
});
