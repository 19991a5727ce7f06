import type { SystemCtx } from '../../../context.ts';
import type { Span } from '../../../integrations/stripe/listing.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Heads } from '../ledger/posting.ts';
import type { Found } from './difference.ts';

export interface Position {
  /** The UTC day of the round. */
  day: string;
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
  look(ctx: SystemCtx, position: Position): Promise<Look>;
}

/** How old a record of ours is when nobody looks at it any more. */
export const LOOKED_AT_FOR_MS = 120 * DAY_MS;

/** How far back a round asks the processor: a day that was missed does not matter. */
const ASKED_FOR_MS = 3 * DAY_MS;

/** What a round asks the processor for: what was made in the days before its own. */
export function spanOf(day: string): Span {
  const until = Date.parse(day);
  return { from: until - ASKED_FOR_MS, until };
}
