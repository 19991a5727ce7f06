// The ledger decides whether there is the money for a withdrawal, and takes it.
import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Head, Posting } from '../ledger/posting.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

/**
 * Takes the amount out of what is withdrawable, once for the withdrawal's life. The decision is the ledger's and is
 * for good: a refusal is nailed down by an empty entry under the same key, so that a run which was held up can't take
 * the money of a withdrawal that has been answered with a refusal.
 * @param head how far the ledger is known to be.
 * @returns the ID of the line on the statement and how far the ledger is now, or null when it refused.
 */
export async function debitLedger(
  ctx: SystemCtx,
  row: WithdrawalRow,
  head: Head | null,
): Promise<{ line: string; head: Head } | null> {
  const ledger = ledgerOf(ctx.env, row.holder);
  const { currency } = row;
  const key = `${row.id}:taken`;
  const empty = [1, -1].map((amount) => ({ currency, bucket: 'withdrawable' as const, amount }));
  for (;;) {
    const taken = await ledger.post(row.holder, { key, at: row.createdAt, head, ...taking(row) });
    if (taken.ok) return { line: taken.value.lines[0]!, head: taken.value.head };
    if (taken.refusal.reason === 'insufficient_funds') {
      const refused = await ledger.post(row.holder, { key, at: row.createdAt, head, lines: empty });
      if (refused.ok) return null;
      // Another run was quicker: ask again what it was told.
      if (refused.refusal.reason === 'key_reused') continue;
      throw refusalError(refused.refusal);
    }
    if (taken.refusal.reason === 'key_reused') return null;
    throw refusalError(taken.refusal);
  }
}

function taking(row: WithdrawalRow): Pick<Posting, 'lines' | 'statement'> {
  const { currency, amount, fee } = row;
  return {
    lines: [
      { currency, bucket: 'withdrawable', amount: -amount },
      { currency, bucket: 'in_transit', amount },
    ],
    statement: [
      {
        type: 'withdrawal',
        status: 'pending',
        currency,
        // Signed as the balance sees it: net is what leaves it.
        amount: -netOf(row),
        fee,
        balanceOf: 'withdrawable',
        description: row.speed === 'instant' ? 'Instant withdrawal' : 'Withdrawal',
        memo: null,
        source: row.id,
        counterparty: { type: 'payment_method', id: null, name: null },
        campaign: null,
        program: null,
      },
    ],
  };
}
