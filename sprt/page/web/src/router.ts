// The view that is shown, and its URL: `#/`, `#/games?result=2&sort=-turns`, `#/game/57/12`, `#/pair/28/12`, `#/openings`, `#/workers`.
// A tournament has `#/standings`, `#/cross` and `#/pairing?of=0-3`, too.

import { useEffect, useState } from 'preact/hooks';

export type Query = Record<string, string>;

type Listed = 'games' | 'openings' | 'workers' | 'standings' | 'cross' | 'pairing';

export type Route =
  | { view: 'overview'; unknown?: string }
  | { view: Listed; query: Query }
  | { view: 'game'; game: number; turn: number | null }
  | { view: 'pair'; pair: number; turn: number | null };

/** An unknown hash is the overview, which then names the hash. */
export function parsed(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  if (path === '' || path === '/') {
    return { view: 'overview' };
  }
  if (/^\/(games|openings|workers|standings|cross|pairing)$/.test(path)) {
    return { view: path.slice(1) as Listed, query: Object.fromEntries(new URLSearchParams(query)) };
  }
  const found = /^\/(game|pair)\/(\d{1,9})(?:\/(\d{1,9}))?$/.exec(path);
  if (found) {
    const turn = found[3] === undefined ? null : Number(found[3]);
    const place = Number(found[2]);
    return found[1] === 'game' ? { view: 'game', game: place, turn } : { view: 'pair', pair: place, turn };
  }
  return { view: 'overview', unknown: hash };
}

export function href(route: Route): string {
  switch (route.view) {
    case 'overview':
      return '#/';
    case 'game':
      return `#/game/${route.game}${route.turn === null ? '' : `/${route.turn}`}`;
    case 'pair':
      return `#/pair/${route.pair}${route.turn === null ? '' : `/${route.turn}`}`;
    default: {
      const query = new URLSearchParams(Object.entries(route.query).filter(([, value]) => value !== ''));
      return `#/${route.view}${query.size > 0 ? `?${query}` : ''}`;
    }
  }
}

// Browsers limit how often the address may change (Safari: 100 times in 10 s), so it follows at most 4 times a second.
const kAddressPause_ms = 250;

let current = parsed(location.hash);
let writer: number | undefined;
let last_write_ms = -Infinity;
const listeners = new Set<(route: Route) => void>();

function tell(route: Route): void {
  current = route;
  listeners.forEach((listener) => listener(route));
}

function write_address(): void {
  writer = undefined;
  last_write_ms = performance.now();
  if (location.hash !== href(current)) {
    history.replaceState(null, '', href(current));
  }
}

/** Shows `route`, in a new entry of the history. */
export function go(route: Route): void {
  settle();
  location.hash = href(route);
}

/** Shows `route` in place of the current one. With `quietly` the address follows when settle() is called. */
export function replace(route: Route, quietly = false): void {
  tell(route);
  if (!quietly && writer === undefined) {
    writer = setTimeout(write_address, Math.max(0, last_write_ms + kAddressPause_ms - performance.now()));
  }
}

/** Brings the address up to date. */
export function settle(): void {
  clearTimeout(writer);
  write_address();
}

addEventListener('hashchange', () => {
  clearTimeout(writer);
  writer = undefined;
  tell(parsed(location.hash));
});

export function useRoute(): Route {
  const [route, set_route] = useState(current);
  useEffect(() => {
    listeners.add(set_route);
    set_route(current);
    return () => void listeners.delete(set_route);
  }, []);
  return route;
}
