// Puts a fetched part in place: only what changed, so that nobody loses what is typed, the focus, a playing video or the place.
import { byId } from './part.ts';

const NEAR_END = 80;

const list = (): HTMLElement => byId('messages')!;
const scroll = (): HTMLElement => document.querySelector('[data-scroll]')!;
const items = (): HTMLElement[] => [...list().children] as HTMLElement[];
export const newest = (): HTMLElement | undefined => items().at(-1);

/** On a phone the whole page scrolls. */
function scroller(): Element {
  const own = scroll();
  return getComputedStyle(own).overflowY === 'visible' ? document.scrollingElement! : own;
}

export function isAtEnd(): boolean {
  const { scrollHeight, scrollTop, clientHeight } = scroller();
  return scrollHeight - scrollTop - clientHeight < NEAR_END;
}

export function toEnd(): void {
  const all = scroller();
  all.scrollTop = all.scrollHeight;
}

/** Messages that were not shown before, of the others. */
export function mergeMessages(root: Document): HTMLElement[] {
  const found = [...(byId('messages', root)?.children ?? [])] as HTMLElement[];
  const known = items();
  const isApart = known.length > 0 && found.length > 0 && !found.some(({ id }) => byId(id));
  const fresh: HTMLElement[] = [];
  if (isApart) {
    // More was missed than a page has: what lies between is on the older pages.
    const last = known.at(-1)!.id;
    list().replaceChildren(...found);
    replace('[data-older]', root);
    fresh.push(...found.filter(({ id }) => id > last));
  } else {
    let before: HTMLElement | null = null;
    for (const next of found) {
      const there = byId(next.id);
      if (there) before = refreshed(there, next);
      else {
        if (before) before.after(next);
        else list().prepend(next);
        before = next;
        fresh.push(next);
      }
    }
  }
  document.querySelector('.talk-none')?.remove();
  return fresh.filter(({ dataset }) => dataset.own === undefined);
}

/** Whether a message is on the page. */
export const isShown = (id: string): boolean => byId(id)?.parentElement === list();

/** A message anew that stands on the page already. */
export function refreshMessage(id: string, root: Document): void {
  const [there, next] = [byId(id), byId(id, root)];
  if (there && next) refreshed(there, next);
}

function refreshed(there: HTMLElement, next: HTMLElement): HTMLElement {
  const isPlaying = [...there.querySelectorAll('video')].some(({ paused }) => !paused);
  if (there.dataset.state === next.dataset.state || isPlaying) {
    const read = there.querySelector<HTMLElement>('.talk-read');
    const now = next.querySelector<HTMLElement>('.talk-read');
    if (read && now && !now.hidden) read.hidden = false;
    return there;
  }
  keepingFocus(there, next);
  return next;
}

/** Replaces an element. The focus goes to what stands in its place. */
function keepingFocus(there: HTMLElement, next: HTMLElement): void {
  const focusable = (root: HTMLElement) => [
    ...root.querySelectorAll<HTMLElement>('a, button, input, textarea'),
  ];
  const index = focusable(there).indexOf(document.activeElement as HTMLElement);
  there.replaceWith(next);
  if (index < 0) return;
  const all = focusable(next);
  (all[index] ?? all.at(-1))?.focus();
}

/** Older messages before those that are shown, whose place on the screen stays. */
export function prependOlder(root: Document): void {
  const all = scroller();
  const fromEnd = all.scrollHeight - all.scrollTop;
  const found = [...(byId('messages', root)?.children ?? [])].filter(({ id }) => !byId(id));
  const [first] = found as HTMLElement[];
  list().prepend(...found);
  replace('[data-older]', root);
  all.scrollTop = all.scrollHeight - fromEnd;
  const link = document.querySelector<HTMLElement>('[data-older] a') ?? first?.querySelector('a');
  link?.focus({ preventScroll: true });
}

function replace(selector: string, root: Document): void {
  const [there, next] = [document.querySelector(selector), root.querySelector(selector)];
  if (there && next) there.replaceWith(next);
  else there?.remove();
}

/** What an element says, without what each showing of a form has anew. */
function said(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const one of copy.querySelectorAll('input[type="hidden"]')) one.remove();
  return copy.innerHTML;
}

export function swapHead(root: Document): void {
  const [there, next] = [byId('thread-head')!, byId('thread-head', root)];
  if (!next || said(there) === said(next) || there.querySelector('dialog:modal')) return;
  keepingFocus(there, next);
}

/** The text that is being written. */
export const textField = (): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>('#composer textarea');

/** @param kept whether to go on with what is typed. */
export function swapComposer(root: Document, kept: boolean): void {
  const [there, next] = [byId('composer')!, byId('composer', root)];
  if (!next) return;
  const text = textField()?.value ?? '';
  there.replaceWith(next);
  const field = textField();
  if (field && kept) field.value = text;
}

/** Whether one may write: it changes while a thread is open. */
export function swapRight(root: Document): void {
  const canWrite = byId('composer', root)?.querySelector('form') ?? null;
  if ((canWrite === null) !== (textField() === null)) swapComposer(root, false);
}

export function swapDialog(root: Document): void {
  const [there, next] = [byId('message-dialog')!, byId('message-dialog', root)];
  if (!next) return;
  for (const one of there.querySelectorAll('dialog')) one.close();
  there.replaceWith(next);
  const dialog = next.querySelector('dialog');
  if (!dialog) return;
  dialog.removeAttribute('open');
  dialog.showModal();
}

export function swapToast(root: Document): void {
  const next = root.querySelector('.toasts');
  if (next?.textContent) toast(next.textContent);
}

export function toast(text: string): void {
  const said = Object.assign(document.createElement('p'), { className: 'toast', textContent: text });
  document.querySelector('.toasts')?.replaceChildren(said);
  setTimeout(() => said.remove(), 8_000);
}

/** The thread's place in the list: on top, with its newest message. */
export function swapRow(root: Document, isSearch: boolean): void {
  const next = root.querySelector<HTMLElement>('li[id^="row-"]');
  const there = next && byId(next.id);
  if (!next || !there) return;
  const message = newest();
  const text = message?.querySelector('.talk-text, .talk-deleted')?.textContent;
  const last = next.querySelector('.talk-row-last');
  if (last && text)
    last.textContent = (message.dataset.own === undefined ? '' : 'You: ') + text.slice(0, 140);
  next.querySelector('a')!.href = there.querySelector('a')!.href;
  keepingFocus(there, next);
  if (!isSearch && next.parentElement!.firstElementChild !== next && !next.contains(document.activeElement))
    next.parentElement!.prepend(next);
}

/** Shows "Read" at the newest message of one's own that the other side has read. */
export function showRead(upTo: string): void {
  const read = items().findLast(({ id, dataset }) => dataset.own !== undefined && id <= upTo);
  for (const one of list().querySelectorAll<HTMLElement>('.talk-read'))
    one.hidden = one.closest('li') !== read;
}

/** What the page says of unread messages in this thread. */
export function showUnread(thread: string, unread: number): void {
  const mark = byId('mark');
  if (mark) mark.hidden = unread === 0;
  if (unread > 0) return;
  const row = byId(`row-${thread}`);
  row?.querySelector('.unread-count')?.remove();
  row?.querySelector('.unread')?.classList.remove('unread');
}

/** What the navigation counts. From a thousand on nobody counts. */
export function addToTotal(more: number): void {
  for (const link of document.querySelectorAll('.side-nav a[href$="/messages"]')) {
    const total = link.querySelector('.unread-count');
    const now = Number(total?.firstChild?.nodeValue ?? 0);
    if (Number.isNaN(now) || now + more >= 1_000) continue;
    if (now + more <= 0) total?.remove();
    else if (total) total.firstChild!.nodeValue = String(now + more);
    else {
      const fresh = Object.assign(document.createElement('span'), { className: 'unread-count' });
      const heard = Object.assign(document.createElement('span'), {
        className: 'only-heard',
        textContent: ' unread',
      });
      fresh.append(String(now + more), heard);
      link.append(fresh);
    }
  }
}
