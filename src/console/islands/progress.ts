// Keeps the progress of a plan or an export as it is, by asking for that part of its page, until everything has ended.
import { Ended } from './follow-thread.ts';
import { fetchPart } from './talk/part.ts';

/** While nothing changes, as in an operation that waits for a day, the page is asked for less and less often. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;
const ID = 'progress';

let timer: ReturnType<typeof setTimeout> | undefined;
let pauseMs = FIRST_PAUSE_MS;

const shown = () => document.getElementById(ID);
const goesOn = () => shown()?.dataset.goesOn !== undefined;

function ask(): void {
  clearTimeout(timer);
  // A window that nobody looks at waits until it is looked at.
  if (goesOn() && !document.hidden) timer = setTimeout(() => void look(), pauseMs);
}

async function look(): Promise<void> {
  let next: HTMLElement | null = null;
  try {
    next = (await fetchPart(location.pathname)).root.getElementById(ID);
  } catch (error) {
    // Without the session, or the record, there is nothing to ask for.
    if (error instanceof Ended) return;
  }
  const now = shown();
  pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  if (next && now && (next.dataset.mark !== now.dataset.mark || next.dataset.goesOn !== now.dataset.goesOn)) {
    now.replaceWith(next);
    pauseMs = FIRST_PAUSE_MS;
  }
  ask();
}

document.addEventListener('visibilitychange', ask);
ask();
