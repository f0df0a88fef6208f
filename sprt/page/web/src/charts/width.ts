// The width that a chart has to itself.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** An element to measure, and its width in pixels; `guess` before it was measured. */
export function useWidth<T extends HTMLElement>(guess: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, set_width] = useState(guess);
  useLayoutEffect(() => {
    const measured = element.current!;
    const measure = () => set_width(Math.max(120, Math.floor(measured.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
