import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { listHeads } from '../ledger/interface.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Heads } from '../ledger/posting.ts';
import type { Found } from './difference.ts';
import type { Part } from './part.ts';
import { listInTransit } from './store.ts';

const LEDGERS_A_RUN = 50;
const AT_A_TIME = 5;
/** The most that an object can store. A ledger that is 70% full is reported. */
const OBJECT_BYTES = 10 * 1024 ** 3;
const NEARLY_FULL = 0.7;

interface Sums {
  /** Ledgers that did not answer; the sums are only valid if there are none. */
  missed: number;
  /** Cents, by currency. */
  moved: Record<string, { sent: number; received: number }>;
}

export const checkLedgers: Part = {
  name: 'ledgers',
  async look(ctx, { day, after, sums }) {
    const rows = await listHeads(ctx, after, LEDGERS_A_RUN);
    const { missed = 0, moved = {} } = sums as Partial<Sums>;
    const totals: Sums = { missed, moved: { ...moved } };
    const heads: Heads = {};
    const found: Found[] = [];
    const inTransit = await listInTransit(
      ctx,
      rows.map(({ holder }) => holder),
    );
    // Transfers from before yesterday have had at least a day to finish on both sides.
    const movedBefore = Date.parse(day) - DAY_MS;
    await inParallel(
      rows,
      AT_A_TIME,
      async ({ holder, seq, hash }) => {
        const known = seq > 0 ? { seq, hash } : null;
        const state = await ledgerOf(ctx.env, holder).state(known, movedBefore);
        if (!state.goesOn) found.push({ kind: 'ledger_behind', subject: holder, details: { known: seq } });
        else if (state.head.seq > 0) heads[holder] = state.head;
        found.push(...fullness(holder, state.bytes));
        for (const { currency, sent, received } of state.moved) {
          const before = totals.moved[currency] ?? { sent: 0, received: 0 };
          totals.moved[currency] = { sent: before.sent + sent, received: before.received + received };
        }
        for (const { currency, cents } of inTransit.filter((one) => one.holder === holder)) {
          const books = state.balances[currency]?.in_transit ?? 0;
          if (books === cents) continue;
          found.push({
            kind: 'in_transit',
            subject: `${holder} ${currency}`,
            details: { ledger: books, withdrawals: cents },
          });
        }
      },
      ({ holder }, error) => {
        totals.missed++;
        log('error', { ledger: holder, error: describeError(error) });
      },
    );
    if (rows.length === LEDGERS_A_RUN) return { after: rows.at(-1)!.holder, sums: totals, found, heads };
    for (const [currency, { sent, received }] of Object.entries(totals.moved)) {
      if (totals.missed === 0 && sent !== received)
        found.push({ kind: 'sent_and_received', subject: currency, details: { sent, received } });
    }
    return { after: null, sums: {}, found, heads };
  },
};

/** @param bytes what the object of the ledger stores. */
export function fullness(holder: string, bytes: number): Found[] {
  if (bytes <= NEARLY_FULL * OBJECT_BYTES) return [];
  log('alert', { ledger: holder, bytes, limit: OBJECT_BYTES });
  return [{ kind: 'ledger_full', subject: holder, details: { limit: OBJECT_BYTES } }];
}
