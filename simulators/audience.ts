// How many people see a simulated post: growth by the clock, and what a test says happened to it.
import type { StoredNode } from './nodes.ts';

const DAY = 86_400_000;
/** After so long half of those who will ever see a post have seen it. */
const HALF = DAY;

interface Step {
  /** Milliseconds. */
  at: number;
  views: number;
}

/** Notes of the simulator on a post; a test sets them by `nodes/:id`. */
export interface Audience {
  /** All views that it will ever get by itself. */
  _reach: number;
  /** Views that ads bring at once, and views that the platform takes back. */
  _ads?: Step[];
  _falls?: Step[];
  /** Spans in which the platform tells what it told before. */
  _silent?: { from: number; until: number }[];
}

export interface Counts {
  /** Without those of ads. */
  organic: number;
  all: number;
  likes: number;
  comments: number;
  shares: number;
  saves: number;
}

/** The counts of a post at a time. @param published milliseconds. */
export function countsAt(node: StoredNode, published: number, now: number): Counts {
  const { _reach, _ads = [], _falls = [], _silent = [] } = node as unknown as Audience;
  const silent = _silent.find(({ from, until }) => from <= now && now < until);
  const at = silent ? silent.from : now;
  const age = Math.max(0, at - published);
  const grown = Math.floor(_reach * (1 - 0.5 ** (age / HALF)));
  const sum = (steps: Step[]) => steps.reduce((all, step) => all + (step.at <= at ? step.views : 0), 0);
  const organic = Math.max(0, grown - sum(_falls));
  const all = organic + sum(_ads);
  const share = (percent: number) => Math.floor((all * (node._engagement ?? 1) * percent) / 100);
  return { organic, all, likes: share(8), comments: share(1), shares: share(0.5), saves: share(0.7) };
}
