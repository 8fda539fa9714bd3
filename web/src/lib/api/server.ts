import { doubt, isOurs, remember } from './again';
import { Unreachable, type Answer, type Host } from './host';
import { ROOT } from './root';
import { Socket } from './socket';

/** The program, at the address that the page came from. */
export const server: Host = {
  async request(method: string, path: string, body?: unknown): Promise<Answer> {
    if (!(await isOurs())) throw new Unreachable();
    let response: Response;
    try {
      const init: RequestInit = { method };
      if (body !== undefined) {
        init.headers = { 'content-type': 'application/json' };
        init.body = JSON.stringify(body);
      }
      response = await fetch(`${ROOT}/${path}`, init);
    } catch {
      doubt();
      throw new Unreachable();
    }
    return { status: response.status, body: parsed(await response.text()) };
  },
  connect: (path, onmessage, onstate) => new Socket(path, onmessage, onstate),
  remember,
  isProgram: true,
  library: null,
  // Any number of pages may be open at once; whether it answers is seen by asking.
  watch: () => undefined,
  takeOver: () => undefined,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
