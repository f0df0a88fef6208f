// Says on the root element which view is drawn, for whoever waits for it.

import { useLayoutEffect } from 'preact/hooks';

/** `what` is drawn when `is_ready`. */
export function useReady(what: string, is_ready = true): void {
  useLayoutEffect(() => {
    if (is_ready) {
      document.documentElement.dataset.ready = what;
    }
    return () => void delete document.documentElement.dataset.ready;
  }, [what, is_ready]);
}
