// Keys for threads, beside those of the frame (islands/keyboard.ts).
import { onSingleKeys } from '../single-keys.ts';
import { textField } from './shown.ts';

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const field = textField();
    if (!field || event.target !== field) return;
    if (event.key === 'Escape') field.blur();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      field.form!.requestSubmit();
    }
  });
  onSingleKeys(pressed);
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
