// The frame's dialogs and keys: find anything with Ctrl-K, change the workspace, search the page with "/", and list the keys
// with "?". Each of them is a link to a page as well, so everything works without this script.

import { onSingleKeys } from './single-keys.ts';

const frame = document.querySelector<HTMLElement>('[data-frame]');
if (frame) start(frame);

function start(frame: HTMLElement): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const target = event.target as Element;
    const opener = target.closest<HTMLAnchorElement>('a[data-finds]');
    if (!opener) return;
    event.preventDefault();
    open(opener);
  });
  document.addEventListener('keydown', (event) => {
    if (event.repeat || event.isComposing || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
      const finder = frame.querySelector<HTMLAnchorElement>('a[data-finds="all"]');
      if (!finder || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      open(finder);
    }
  });
  onSingleKeys((key) => {
    if (key === '/') return searchPage();
    if (key === '?') document.querySelector<HTMLDialogElement>('#keys')?.showModal();
    return key === '?';
  });
}

/** On a phone the filters are behind a button, which is opened first. */
function searchPage(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return false;
  const opener = field.closest('.filters')?.previousElementSibling;
  if (opener instanceof HTMLDetailsElement) opener.open = true;
  field.focus();
  field.select();
  return true;
}

/** The dialog shows what the link's page would: its part is fetched again with each change of the text. */
function open(opener: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog finder';
  const field = Object.assign(document.createElement('input'), {
    type: 'search',
    className: 'input',
    maxLength: 200,
    placeholder: opener.dataset.label ?? '',
    autocomplete: 'off',
  });
  field.setAttribute('aria-label', opener.dataset.label ?? '');
  const results = document.createElement('div');
  results.setAttribute('aria-live', 'polite');
  dialog.setAttribute('aria-label', opener.dataset.label ?? '');
  dialog.append(field, results);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const url = new URL(opener.href);
    url.searchParams.set('part', '1');
    if (field.value.trim() !== '') url.searchParams.set('q', field.value.trim());
    const html = await fetch(url)
      .then((answer) => (answer.ok && !answer.redirected ? answer.text() : null))
      .catch(() => null);
    if (mine !== asked) return;
    if (html === null) {
      const link = Object.assign(document.createElement('a'), {
        href: opener.href,
        textContent: 'Open as a page',
      });
      results.replaceChildren('This could not be loaded. ', link);
    } else results.innerHTML = html;
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(), 150);
  });
  dialog.addEventListener('keydown', (event) => {
    const links = [...results.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : field)?.focus();
    else if (event.key === 'Enter' && document.activeElement === field) links[0]?.click();
    else return;
    event.preventDefault();
  });
  dialog.showModal();
  field.focus();
  void show();
}
