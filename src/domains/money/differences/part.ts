import type { SystemCtx } from '../../../context.ts';
import type { Span } from '../../../integrations/stripe/listing.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Heads } from '../ledger/posting.ts';
import type { Found } from './difference.ts';

export interface Position {
  /** The UTC day of the round. */
  day: string;
  /** What the processor made from then on is looked at (milliseconds); 0 in the first round of all. */
  since: number;
  /** The last record that was looked at; empty at the beginning. */
  after: string;
  sums: unknown;
}

export interface Look {
  /** Where to go on; null at the end of the round. */
  after: string | null;
  sums?: unknown;
  found: Found[];
  /** How far ledgers were seen to be. */
  heads?: Heads;
}

/** One thing that is compared, a portion at a time. Writes nothing: what it answers is written with how far it came. */
export interface Part {
  name: string;
  /** It asks the processor, and is left out where there is none. */
  atProcessor?: true;
  /** Its round is as long as the day, with a look an hour. */
  hourly?: true;
  look(ctx: SystemCtx, position: Position): Promise<Look>;
}

/** How old a record of ours is when nobody looks at it any more. */
export const LOOKED_AT_FOR_MS = 120 * DAY_MS;

/** What was made in the days before the last round is looked at once more: its end may have come since. */
const AGAIN_MS = 3 * DAY_MS;

/** Since when a round looks that comes after the one of `lastDay`: no day is left out, however long none was made. */
export function sinceOf(lastDay: string | undefined): number {
  return lastDay === undefined ? 0 : Date.parse(lastDay) - AGAIN_MS;
}

/** What a round asks the processor for: what was made before its own day. */
export function spanOf({ day, since }: Position): Span {
  return { from: since, until: Date.parse(day) };
}
