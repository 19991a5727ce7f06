// Asks the ledger whether there is enough money for a withdrawal, and takes it.
import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Head, Posting } from '../ledger/posting.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import { netOf, type WithdrawalRow } from './withdrawal.ts';

/**
 * Takes the amount out of the withdrawable balance, once in the withdrawal's life. The ledger's decision is
 * final: a refusal is recorded by an empty entry under the same key, so that a delayed run cannot take the
 * money after the request was answered with the refusal.
 * @param head the known head of the ledger.
 * @returns the ID of the line on the statement and the new head, or null when the ledger refused.
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
      // Another run was quicker, so ask again for its result.
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
        // The balance changes by the net amount, so the sign is the balance's.
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
