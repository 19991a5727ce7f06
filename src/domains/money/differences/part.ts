import type { SystemCtx } from '../../../context.ts';
import type { Span } from '../../../integrations/stripe/listing.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Heads } from '../ledger/posting.ts';
import type { Found } from './difference.ts';

export interface Position {
  /** The UTC day of the round. */
  day: string;
  /** The round looks at what the processor made from this time on (milliseconds); 0 in the first round. */
  since: number;
  /** The last record that was looked at; empty at the beginning. */
  after: string;
  sums: unknown;
}

export interface Look {
  /** Where to continue; null at the end of the round. */
  after: string | null;
  sums?: unknown;
  found: Found[];
  /** The heads of the ledgers that were read. */
  heads?: Heads;
}

/**
 * One comparison, done a portion at a time. It writes nothing: its result is written together with the new
 * position.
 */
export interface Part {
  name: string;
  /** Set for a part that asks the processor; it is skipped without one. */
  atProcessor?: true;
  /** Set for a part that looks once an hour, all day, instead of going through a list. */
  hourly?: true;
  look(ctx: SystemCtx, position: Position): Promise<Look>;
}

/** Records of ours that are older than this are not compared any more. */
export const LOOKED_AT_FOR_MS = 120 * DAY_MS;

/** How far before the last round a round begins: records from that time may have ended in the meantime. */
const AGAIN_MS = 3 * DAY_MS;

/**
 * The start of the span that a round covers after the round of `lastDay`, so that no day is left out after a
 * gap.
 */
export function sinceOf(lastDay: string | undefined): number {
  return lastDay === undefined ? 0 : Date.parse(lastDay) - AGAIN_MS;
}

/** The span that a round asks the processor for: everything made before the round's own day. */
export function spanOf({ day, since }: Position): Span {
  return { from: since, until: Date.parse(day) };
}
