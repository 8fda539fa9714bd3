import { host } from './api/chosen';
import { complain } from './app.svelte';
import { download } from './files';

/** Lets the browser save everything that is stored as one file. */
export async function saveLibrary(): Promise<void> {
  try {
    const text = await host().library?.exported();
    if (text === undefined) return;
    const day = new Date().toISOString().slice(0, 10);
    download({ file_name: `tengen-library-${day}.json`, content: { type: 'text', text } });
  } catch (error) {
    complain(error);
  }
}
