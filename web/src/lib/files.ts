import type { Exported, FileContent } from './api/types';

export function bytesOf(content: FileContent): Uint8Array<ArrayBuffer> {
  if (content.type === 'text') return new TextEncoder().encode(content.text);
  return Uint8Array.from(atob(content.base64), (char) => char.charCodeAt(0));
}

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Whether the bytes are text that survives being sent as text. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export async function contentOf(file: File): Promise<FileContent> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = textOf(bytes);
  return text === null ? { type: 'base64', base64: base64Of(bytes) } : { type: 'text', text };
}

/** Lets the browser save what was exported. */
export function download(exported: Pick<Exported, 'content' | 'file_name'>): void {
  const url = URL.createObjectURL(new Blob([bytesOf(exported.content)]));
  const link = document.createElement('a');
  link.href = url;
  link.download = exported.file_name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
