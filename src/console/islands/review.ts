// The review of a submission: keys decide and move on, a comment leads to its moment in place, and the link to the video is
// renewed before it ends. Everything works without this script too.
import { onSingleKeys } from './single-keys.ts';

const PLAYER = '.room-video video';
/** The least time between two attempts to renew a link. */
const AGAIN_MS = 60_000;

/** Where the link of the video that was loaded ahead is kept until its page is shown. */
const AHEAD = 'video ahead';

interface Ahead {
  src: string;
  /** Until when its link is good, by this browser's clock. */
  until: number;
}

const player = document.querySelector<HTMLVideoElement>(PLAYER);
if (player) {
  seekInPlace(player);
  keepLink(player, takeAhead(player) ?? Number(player.dataset.renew));
}
if (player && player.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA)
  for (const event of ['canplaythrough', 'error'])
    player.addEventListener(event, () => void loadAhead(), { once: true });
else void loadAhead();

onSingleKeys((key, target) => {
  switch (key) {
    case 'j':
      return press(document.querySelector('a[data-move="next"]'));
    case 'k':
      return press(document.querySelector('a[data-move="previous"]'));
    case 'a':
      return press(document.querySelector('[data-decides] form button:not(:disabled)'));
    case 'r':
      return ask('revise');
    case 'x':
      return ask('reject');
    case ' ':
      return !target.closest('a, button, summary, video') && playOrPause();
    default:
      return false;
  }
});

function press(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}

/** Opens the question of a decision, at its note. */
function ask(action: string): boolean {
  const isThere = press(document.querySelector(`a[data-opens="ask-${action}"]`));
  document.querySelector<HTMLElement>(`#ask-${action} textarea`)?.focus();
  return isThere;
}

function playOrPause(): boolean {
  if (!player) return false;
  if (player.paused) void player.play().catch(() => {});
  else player.pause();
  return true;
}

function seekInPlace(video: HTMLVideoElement): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const moment = (event.target as Element).closest<HTMLElement>('a[data-moment]')?.dataset.moment;
    if (moment === undefined) return;
    event.preventDefault();
    video.currentTime = Number(moment);
    video.scrollIntoView({ block: 'nearest' });
  });
}

/** Loads the next submission's video while this one is looked at. Each showing of a page has a link of its own, so it is kept. */
async function loadAhead(): Promise<void> {
  const next = document.querySelector<HTMLAnchorElement>('a[data-move="next"]');
  const fresh = next && (await playerAt(next.href).catch(() => null));
  if (!fresh) return;
  const src = bare(fresh.src);
  Object.assign(document.createElement('video'), { preload: 'auto', muted: true, src });
  const ahead: Ahead = { src, until: Date.now() + Number(fresh.dataset.renew) };
  sessionStorage.setItem(AHEAD, JSON.stringify(ahead));
}

/**
 * Shows the video by the link that was loaded ahead, where that is the same file: new work may have been sent in meanwhile.
 * @returns in how many milliseconds that link should be renewed; null if there is none.
 */
function takeAhead(video: HTMLVideoElement): number | null {
  const ahead = JSON.parse(sessionStorage.getItem(AHEAD) ?? 'null') as Ahead | null;
  sessionStorage.removeItem(AHEAD);
  const shown = new URL(video.src);
  if (!ahead || new URL(ahead.src).pathname !== shown.pathname || ahead.until <= Date.now()) return null;
  video.src = ahead.src + shown.hash;
  return ahead.until - Date.now();
}

/** The player of another showing of a page; null for a page without a video, such as the sign-in. */
async function playerAt(href: string): Promise<HTMLVideoElement | null> {
  const answer = await fetch(href, { cache: 'no-store' });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector<HTMLVideoElement>(PLAYER);
}

/** A video's address without the moment that it begins at. */
const bare = (src: string): string => src.replace(/#.*/, '');

/**
 * Takes a new link from the page, shortly before the old one ends, and where the video cannot be read any more. A page that
 * nobody looks at asks for none until it is looked at again.
 */
function keepLink(video: HTMLVideoElement, endsIn: number): void {
  let tried = 0;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = async () => {
    isDue = document.hidden;
    if (isDue) return;
    const now = performance.now();
    if (tried > 0 && now - tried < AGAIN_MS) return;
    tried = now;
    const fresh = await playerAt(location.href).catch(() => undefined);
    if (fresh === undefined) return later(AGAIN_MS);
    if (fresh === null) return;
    take(video, fresh);
    later(Number(fresh.dataset.renew));
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), ms);
  };
  video.addEventListener('error', () => void renew());
  document.addEventListener('visibilitychange', () => {
    if (isDue) void renew();
  });
  later(endsIn);
}

/** The video goes on where it is, with the link of another showing of its page. */
function take(video: HTMLVideoElement, fresh: HTMLVideoElement): void {
  const [moment, isPlaying] = [video.currentTime, !video.paused];
  video.addEventListener(
    'loadedmetadata',
    () => {
      video.currentTime = moment;
      if (isPlaying) void video.play().catch(() => {});
    },
    { once: true },
  );
  video.src = bare(fresh.src);
}
