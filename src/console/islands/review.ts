// The review of a submission: keys decide and move on, a comment leads to its moment in place, and the link to the video is
// renewed before it ends. Everything works without this script too.
import { onSingleKeys } from './single-keys.ts';

const PLAYER = '.room-video video';
/** The least time between two attempts to renew a link. */
const AGAIN_MS = 60_000;

const player = document.querySelector<HTMLVideoElement>(PLAYER);
if (player) {
  seekInPlace(player);
  keepLink(player);
}

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

/** Takes a new link from the page, shortly before the old one ends, and where the video cannot be read any more. */
function keepLink(video: HTMLVideoElement): void {
  let tried = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = async () => {
    const now = performance.now();
    if (tried > 0 && now - tried < AGAIN_MS) return;
    tried = now;
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) return later(AGAIN_MS);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector<HTMLVideoElement>(PLAYER);
    // Another page, such as the sign-in, has no video.
    if (!fresh) return;
    take(video, fresh);
    later(Number(fresh.dataset.renew));
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), ms);
  };
  video.addEventListener('error', () => void renew());
  later(Number(video.dataset.renew));
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
  video.src = fresh.src.replace(/#.*/, '');
}
