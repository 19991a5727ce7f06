// Keys for threads, beside those of the frame (islands/keyboard.ts). Single keys never act while somebody types or with a
// modifier, so that a browser's own keep their meaning, nor where their person has turned them off.
import { textField } from './shown.ts';

const TYPES = 'input, textarea, select, [contenteditable]';

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.key === 'Escape' && target === textField()) return void textField()!.blur();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && target === textField()) {
      event.preventDefault();
      return void textField()!.form!.requestSubmit();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('[data-keys="off"]')) return;
    if (target.closest(TYPES) || document.querySelector('dialog:modal')) return;
    if (pressed(event.key)) event.preventDefault();
  });
  for (const one of document.querySelectorAll<HTMLElement>('[data-opens="keys"]')) one.hidden = false;
}

/** @returns whether the key means something here. */
function pressed(key: string): boolean {
  switch (key) {
    case 'j':
      return move(1);
    case 'k':
      return move(-1);
    case 'r':
      return focusOn(textField());
    default:
      return false;
  }
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  return element !== null;
}

function move(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.talk-row')];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const here = focused < 0 ? rows.findIndex((row) => row.ariaCurrent === 'page') : focused;
  const next = rows[here < 0 ? 0 : Math.min(Math.max(here + by, 0), rows.length - 1)];
  next?.focus();
  return next !== undefined;
}
