/** The few things of a browser that stores touch, so that they can be tested without one. */
import { vi } from 'vitest';
import { FakeSocket } from './server';

const nobody = { addEventListener: () => undefined };

vi.stubGlobal('window', nobody);
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false, ...nobody }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('location', { hash: '', href: 'http://127.0.0.1:4242/', origin: 'http://127.0.0.1:4242', pathname: '/' });
vi.stubGlobal('requestAnimationFrame', () => 0);
vi.stubGlobal('WebSocket', FakeSocket);
