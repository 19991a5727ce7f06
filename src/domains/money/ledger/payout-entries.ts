// A payout in a ledger's storage. Its earnings are chosen once, when it begins, and stored with that entry.
// Nothing else can change them until the payout ends, and the end applies to exactly those.
import { contentHash } from './hash-entry.ts';
import type { Journal } from './journal.ts';
import { type EarningWrite, type Head, type NewLine, type Outcome, owedPaidBy, refuse } from './posting.ts';

/** The most earnings that one payout pays; the next payout pays the rest. */
const EARNINGS_A_PAYOUT = 1000;

export interface PayoutBegin {
  /** Written once in the ledger's life, like every posting's key. */
  key: string;
  /** Milliseconds. */
  at: number;
  /** The highest head that D1 has for the ledger. */
  head?: Head | null;
  currency: string;
}

export interface PayoutEnd extends PayoutBegin {
  /** The key of the payout's begin entry. */
  begun: string;
  paid: boolean;
  /** The ID of the payout, for the line of the statement. */
  payout: string;
}

export interface BegunPayout {
  earnings: number;
  /** Cents. */
  net: number;
  /** Withdrawable and in transit less owed, before the payout, in cents. */
  position: number;
  head: Head;
}

export interface EndedPayout {
  /** Cents. */
  net: number;
  /** Cents of the payout that paid off what was owed. */
  owedPaid: number;
  head: Head;
}

/** Sets the oldest available earnings of a currency aside, if there are any. */
export function beginPayout(journal: Journal, { key, at, currency }: PayoutBegin): Outcome<BegunPayout> {
  const outcome = journal.writeOnce(key, contentHash({ payout: 'begin', currency }), (request) => {
    const found = journal.sql.exec<{ id: string }>(
      "SELECT id FROM earnings WHERE status = 'available' AND currency = ? ORDER BY id LIMIT ?",
      currency,
      EARNINGS_A_PAYOUT,
    );
    const earnings = [...found].map(({ id }) => ({ do: 'move' as const, id, to: 'paying' as const }));
    const judged = journal.judge({ key, at, earnings }, request, 'payout');
    if (!judged.ok) return judged;
    const withdrawable = journal.balance(currency, 'withdrawable') + journal.balance(currency, 'in_transit');
    const position = withdrawable - journal.balance(currency, 'owed');
    return { ok: true, value: { ...judged.value, position } };
  });
  if (!outcome.ok) return outcome;
  const { earnings, position = 0 } = outcome.value.entry;
  const { head } = outcome.value;
  return { ok: true, value: { earnings: earnings.length, net: netOf(earnings), position, head } };
}

/** Pays the earnings that the payout set aside, or makes them available again. */
export function endPayout(
  journal: Journal,
  { key, at, currency, begun, paid, payout }: PayoutEnd,
): Outcome<EndedPayout> {
  const begin = journal.find(begun);
  if (begin?.entry.position === undefined) {
    return refuse('no_such_payout', `No payout began under the key ${begun}.`);
  }
  const { earnings } = begin.entry;
  const net = netOf(earnings);
  if (earnings.some((earning) => earning.currency !== currency)) {
    return refuse('invalid_posting', `The payout ${begun} is of another currency than ${currency}.`);
  }
  const to = paid ? ('paid' as const) : ('available' as const);
  const outcome = journal.write(
    {
      key,
      at,
      earnings: earnings.map(({ id }) => ({ do: 'move' as const, id, to })),
      statement: paid && earnings.length > 0 ? [payoutLine(net, currency, payout)] : [],
    },
    'payout',
  );
  if (!outcome.ok) return outcome;
  const { entry, head } = outcome.value;
  return { ok: true, value: { net, owedPaid: owedPaidBy(entry, currency), head } };
}

function netOf(earnings: EarningWrite[]): number {
  return earnings.reduce((sum, { net }) => sum + net, 0);
}

function payoutLine(amount: number, currency: string, payout: string): NewLine {
  return {
    type: 'payout',
    status: 'completed',
    currency,
    amount,
    fee: 0,
    balanceOf: 'withdrawable',
    description: null,
    memo: null,
    source: payout,
    counterparty: { type: 'platform', id: null, name: null },
    campaign: null,
    program: null,
  };
}
