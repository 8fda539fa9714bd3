export const ENGINE: string;
export function build(out: string, engine?: string): { size: number; version: string; engineSize: number };
