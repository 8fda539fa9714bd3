/** The address after `#`: a path and a query. One page, no reloads. */
export interface Route {
  screen: string;
  id: string;
  query: URLSearchParams;
}

export function parseHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [screen = '', id = ''] = path.split('/');
  return { screen: screen || 'new', id: decodeURIComponent(id), query: new URLSearchParams(query) };
}

export const route = $state<{ now: Route }>({ now: parseHash(location.hash) });

window.addEventListener('hashchange', () => {
  route.now = parseHash(location.hash);
});

export function go(path: string): void {
  location.hash = '#/' + path;
}

/** Changes the address without a new entry in the history and without a change of screen. */
export function replaceHash(path: string): void {
  history.replaceState(null, '', '#/' + path);
}
