// Keeps the progress of a plan as it is, by asking for that part of its page, until everything has ended.
import { Ended } from './follow-thread.ts';
import { fetchPart } from './talk/part.ts';

const PAUSE_MS = 2_000;
const ID = 'plan-progress';

let timer: ReturnType<typeof setTimeout> | undefined;

const shown = () => document.getElementById(ID);
const goesOn = () => shown()?.dataset.goesOn !== undefined;

function ask(): void {
  clearTimeout(timer);
  // A window that nobody looks at waits until it is looked at.
  if (goesOn() && !document.hidden) timer = setTimeout(() => void look(), PAUSE_MS);
}

async function look(): Promise<void> {
  let next: HTMLElement | null = null;
  try {
    next = (await fetchPart(location.pathname)).root.getElementById(ID);
  } catch (error) {
    // Without the session, or the plan, there is nothing to ask for.
    if (error instanceof Ended) return;
  }
  const now = shown();
  if (next && now && (next.dataset.mark !== now.dataset.mark || next.dataset.goesOn !== now.dataset.goesOn))
    now.replaceWith(next);
  ask();
}

document.addEventListener('visibilitychange', ask);
ask();
