// What every page has around its views: a link that skips the header, the title, and where the focus goes.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ShellProps {
  /** What the view is about: focus moves when it changes. */
  subject: string;
  /** Of the document. */
  title: string;
  /** What was decided, for readers of screens. */
  state: string;
  header: ComponentChildren;
  children: ComponentChildren;
}

export function Shell({ subject, title, state, header, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  const is_first = useRef(true);
  useLayoutEffect(() => {
    document.title = title; // in the same moment as what it names
  }, [title]);
  useLayoutEffect(() => {
    if (!is_first.current) {
      main.current!.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    is_first.current = false;
  }, [subject]);
  const skip = (event: Event) => {
    event.preventDefault(); // the address names the view
    main.current!.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      {header}
      <main id="main" tabIndex={-1} ref={main} aria-label={`${subject}, ${state}`}>
        {children}
      </main>
    </>
  );
}
