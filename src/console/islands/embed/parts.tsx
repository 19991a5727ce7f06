// What all components of the frame are made of.
import { type Child, useLayoutEffect, useRef } from 'hono/jsx/dom';
import type { Client, Session } from './client.ts';
import type { FromFrame } from './messages.ts';
import type { OwnWindow } from './own-window.ts';
import type { Language } from './texts.ts';

/** What a component works with. */
export interface Workplace {
  client: Client;
  session: Session;
  language: Language;
  /** The parts that the page around the frame leaves out. */
  hidden: ReadonlySet<string>;
  tell(message: FromFrame): void;
  /** Shows that the session is over, in place of the component. */
  stop(error: unknown): boolean;
  /** The window of ours, for what only the person does there. */
  own: OwnWindow;
  /** What to do once something was done in that window, or it was closed. */
  onBack(act: () => void): void;
}

/**
 * Moves the focus as soon as what was rendered stands in the document. A frame later somebody may have typed, or pressed a
 * key, where the focus was until then.
 */
export function useFocus(move: () => void, changed: readonly unknown[] = []): void {
  useLayoutEffect(() => queueMicrotask(move), changed);
}

/** A heading that takes the focus when its view replaces another. */
export function ViewHead({ children, focus }: { children: Child; focus: boolean }) {
  const head = useRef<HTMLHeadingElement>(null);
  useFocus(() => {
    if (focus) head.current?.focus();
  });
  return (
    <h1 ref={head} tabindex={-1}>
      {children}
    </h1>
  );
}

/** Leads back to the list that a view was opened from. */
export function Back({ children, back }: { children: Child; back: () => void }) {
  return (
    <button type="button" class="link" onClick={back}>
      <span aria-hidden="true">← </span>
      {children}
    </button>
  );
}

/** A state in which there is nothing to do but read. */
export function Notice({ head, text, action }: { head: string; text: string; action?: Child }) {
  return (
    <section class="notice" role="alert">
      <h1>{head}</h1>
      <p>{text}</p>
      {action}
    </section>
  );
}

/** A link that leaves the frame: it opens a tab, which learns nothing of where it was opened. */
export function Outside({ href, children, language }: { href: string; children: Child; language: Language }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children} <span class="quiet">{language.text('newTab')}</span>
    </a>
  );
}
