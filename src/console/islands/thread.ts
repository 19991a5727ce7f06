// Keeps the page of a thread as the thread is, and sends its forms without leaving it. What is shown is made by the
// server alone: this fetches the page's own part and puts in place what changed.
import { Ended, followThread } from './follow-thread.ts';
import { listenToKeys } from './talk/keyboard.ts';
import { actionOf, byId, fetchPart, type Part, sendForm } from './talk/part.ts';
import {
  addToTotal,
  isAtEnd,
  isShown,
  mergeMessages,
  newest,
  prependOlder,
  refreshMessage,
  showRead,
  showUnread,
  swapComposer,
  swapDialog,
  swapHead,
  swapRight,
  swapRow,
  swapToast,
  textField,
  toast,
  toEnd,
} from './talk/shown.ts';

const TYPING_MS = 5_000;
/** Changes that come together are fetched together. */
const TOGETHER_MS = 300;
const OF_DIALOG = ['edit', 'delete', 'report'];

listenToKeys();
const pane = document.querySelector<HTMLElement>('[data-thread]');
if (pane) openThread(pane);

function openThread(pane: HTMLElement): void {
  const { thread = '', other = '', now } = pane.dataset;
  const here = new URL(location.href);
  const isSearch = here.searchParams.has('q');
  let unread = Number(pane.dataset.unread);
  let readByOther = '';
  /** Whether the socket says how many are unread. Of a program it doesn't, and the page says it, a moment later. */
  let isTold = false;
  let waiting = 0;
  let fetching: Promise<number> | null = null;
  let isOwed = false;
  /** Messages that changed, and may be older than those that are fetched. */
  const changed = new Set<string>();
  let typing: ReturnType<typeof setTimeout> | undefined;
  const live = byId('typing')!;
  const jump = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button secondary small talk-jump',
    hidden: true,
  });
  document.querySelector('[data-scroll]')!.append(jump);

  function show(part: Part): void {
    const wasAtEnd = isAtEnd();
    const fresh = now === undefined ? [] : mergeMessages(part.root);
    if (!isTold)
      unread = Number(part.root.querySelector<HTMLElement>('[data-unread]')?.dataset.unread ?? unread);
    swapHead(part.root);
    swapRight(part.root);
    swapRow(part.root, isSearch);
    swapToast(part.root);
    if (readByOther) showRead(readByOther);
    showUnread(thread, unread);
    if (wasAtEnd) toEnd();
    else waiting += fresh.length;
    announce(fresh);
    look();
  }

  function announce(fresh: readonly HTMLElement[]): void {
    if (fresh.length > 0) byId('announced')!.textContent = fresh.map(wordsOf).join('. ');
    jump.hidden = waiting === 0;
    jump.textContent = waiting === 1 ? '1 new message' : `${waiting} new messages`;
  }

  const wordsOf = (message: HTMLElement): string =>
    `${message.dataset.from}: ${message.querySelector('.talk-text')?.textContent ?? 'a file'}`;

  /** Fetches what is new, one request at a time. @returns the number of the last change that is shown then. */
  async function refresh(): Promise<number> {
    if (fetching) {
      isOwed = true;
      return await fetching;
    }
    fetching = (async () => {
      await new Promise((done) => setTimeout(done, TOGETHER_MS));
      const part = await fetchPart(here.pathname + here.search);
      show(part);
      await refreshOlder(part.root);
      return Number(part.root.querySelector<HTMLElement>('[data-seq]')?.dataset.seq ?? 0);
    })();
    try {
      return await fetching;
    } finally {
      fetching = null;
      if (isOwed) {
        isOwed = false;
        void refresh().catch(noted);
      }
    }
  }

  /** Fetches each message that changed, stands on the page and was not in a part. */
  async function refreshOlder(root: Document): Promise<void> {
    for (const id of changed) {
      // What changes again meanwhile is fetched again.
      changed.delete(id);
      if (byId(id, root) || !isShown(id)) continue;
      const address = new URL(here.pathname, here);
      address.searchParams.set('only', id);
      try {
        refreshMessage(id, (await fetchPart(address.href)).root);
      } catch (error) {
        changed.add(id);
        throw error;
      }
    }
  }

  /** What could not be fetched now comes with the next change, or by asking. */
  const noted = (error: unknown): void => {
    if (error instanceof Ended) gone();
  };

  function changedNow(message: string): void {
    changed.add(message);
    void refresh().catch(noted);
  }

  const follower = now === undefined ? null : follow();

  function follow() {
    const ticket = [...pane.querySelectorAll('form')].find((form) => actionOf(form) === 'ticket');
    if (!ticket) return null;
    return followThread({
      connect: async () => {
        const body = new URLSearchParams(new FormData(ticket) as unknown as Record<string, string>);
        const answer = await fetch(here.pathname, { method: 'POST', body });
        if (answer.redirected || [401, 403, 404].includes(answer.status)) throw new Ended();
        if (!answer.ok) throw new Error(String(answer.status));
        return (await answer.json()) as { url: string; ticket: string };
      },
      after: Number(pane.dataset.seq),
      ask: refresh,
      change: ({ message }) => changedNow(message.id),
      resync: () => void refresh().catch(noted),
      own: (own) => {
        const before = unread;
        isTold = own.unread !== null;
        unread = own.unread ?? (own.readMessage === newest()?.id ? 0 : unread);
        if (!own.muted) addToTotal(unread - before);
        showUnread(thread, unread);
        look();
      },
      read: ({ message }) => {
        if (message === null || message < readByOther) return;
        readByOther = message;
        showRead(message);
      },
      typing: () => {
        live.textContent = `${other} is typing`;
        clearTimeout(typing);
        typing = setTimeout(connected, TYPING_MS);
      },
      state: (state) => {
        if (state !== 'live') isTold = false;
        if (state === 'ended') gone();
        else connected();
        if (state === 'live') look();
      },
    });
  }

  function connected(): void {
    live.textContent = navigator.onLine ? '' : 'You are offline. New messages appear when you are back.';
  }
  addEventListener('offline', connected);
  addEventListener('online', connected);

  /** The thread is not this reader's any more, so nothing of it stays. */
  function gone(): void {
    follower?.stop();
    const text = Object.assign(document.createElement('p'), {
      className: 'talk-none',
      textContent: 'This thread is no longer open to you. ',
      role: 'alert',
    });
    const link = Object.assign(document.createElement('a'), {
      href: location.href,
      textContent: 'Load it again',
    });
    text.append(link);
    pane.replaceChildren(text);
    byId(`row-${thread}`)?.remove();
  }

  /** Marks what is looked at: the end of the thread, on a page that is seen. */
  function look(): void {
    if (document.hidden || !isAtEnd()) return;
    waiting = 0;
    jump.hidden = true;
    const last = newest()?.id;
    if (!last || unread === 0 || now === undefined) return;
    if (follower?.read(last)) return;
    const form = byId('mark')?.querySelector('form');
    const field = form?.querySelector<HTMLInputElement>('[name="read"]');
    if (!form || !field || form.dataset.marked === last) return;
    field.value = last;
    form.dataset.marked = last;
    void sendForm(form, null).then((part) => {
      if (!part || part.isRefused) return;
      addToTotal(-unread);
      unread = 0;
      showUnread(thread, 0);
    }, noted);
  }

  async function submitted(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const action = actionOf(form);
    const buttons = [...form.querySelectorAll('button')];
    form.ariaBusy = 'true';
    for (const one of buttons) one.disabled = true;
    try {
      const part = await sendForm(form, submitter);
      // The sign-in keeps what was filled in, so it takes the form as without scripts.
      if (!part) return void HTMLFormElement.prototype.submit.call(form);
      answered(action, part);
      const [message = ''] = String(new FormData(form).get('_id') ?? '').split(' ');
      if (!part.isRefused && isShown(message) && !byId(message, part.root)) changedNow(message);
    } catch {
      toast('Not sent: there is no connection. Try again.');
    } finally {
      form.ariaBusy = null;
      for (const one of buttons) one.disabled = false;
    }
  }

  function answered(action: string, part: Part): void {
    if (action === 'send') {
      const wasIn =
        byId('composer')!.contains(document.activeElement) || document.activeElement === document.body;
      swapComposer(part.root, false);
      if (part.isRefused) focusOnError();
      else if (wasIn) textField()?.focus();
    } else if (OF_DIALOG.includes(action) || !part.isRefused) swapDialog(part.root);
    if (part.isRefused) {
      const said = part.root.querySelector('.notice.danger')?.textContent;
      if (action !== 'send' && !OF_DIALOG.includes(action)) toast(said ?? 'It could not be done.');
      return;
    }
    show(part);
    if (action === 'send') toEnd();
  }

  function focusOnError(): void {
    document.querySelector<HTMLElement>('#composer [aria-invalid="true"], #composer textarea')?.focus();
  }

  pane.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'post') return;
    event.preventDefault();
    if (!form.ariaBusy) void submitted(form, event.submitter);
  });

  pane.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-part], [data-older] a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void fetchPart(link.href).then(
      ({ root }) => {
        if (link.dataset.part === 'composer') {
          swapComposer(root, true);
          textField()?.focus();
        } else if (link.dataset.part) swapDialog(root);
        else prependOlder(root);
      },
      (error) => {
        if (error instanceof Ended) gone();
        else toast('There is no connection. Try again.');
      },
    );
  });

  pane.addEventListener('input', ({ target }) => {
    if (target === textField() && textField()!.value !== '') follower?.typing();
  });
  // A file may go without a text.
  pane.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    const text = textField();
    if (field.type === 'file' && text) text.required = field.value === '';
  });
  // Pictures that load late push the end away.
  pane.addEventListener(
    'load',
    () => {
      if (waiting === 0 && isNearEnd) toEnd();
    },
    true,
  );
  let isNearEnd = true;
  const scrolled = (): void => {
    isNearEnd = isAtEnd();
    look();
  };
  addEventListener('scroll', scrolled, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  jump.addEventListener('click', () => {
    toEnd();
    textField()?.focus();
  });
  if (now !== undefined && !location.hash) toEnd();
  look();
}
