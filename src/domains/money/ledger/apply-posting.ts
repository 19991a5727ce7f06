// Calculates what a posting does to a ledger without touching it: everything that it writes, or why it is
// refused.
import { type Bucket, CHART, holderKind, onlyCurrency } from './chart.ts';
import {
  type EarningChange,
  type EarningSource,
  type EarningStatus,
  type EarningWrite,
  type Entry,
  type Leg,
  type Outcome,
  type Posting,
  type Refusal,
  refuse,
  type StoredEarningStatus,
  type WrittenLine,
} from './posting.ts';
import { postingProblem } from './posting-problem.ts';

export interface KnownEarning {
  status: StoredEarningStatus;
  source: EarningSource;
  currency: string;
  net: number;
  holdUntilAt: number | null;
}

/** The state of a ledger that a posting is checked against. */
export interface LedgerView {
  holder: string;
  balance(currency: string, bucket: Bucket): number;
  earning(id: string): KnownEarning | null;
  hasLine(id: string): boolean;
  /** The lines of the entry under a key; null when there is none. */
  linesOf(key: string): string[] | null;
}

/**
 * Who asks. Only a stage of a transfer may write the transfer buckets and restore earnings, and only a payout
 * moves earnings to `paying` and back.
 */
export type AskedBy = 'verb' | 'transfer' | 'payout';

const MOVES: Readonly<Record<StoredEarningStatus, readonly StoredEarningStatus[]>> = {
  // Pending again means with another hold.
  pending: ['pending', 'held', 'available'],
  held: ['pending', 'available'],
  available: ['held', 'paying'],
  paying: ['available', 'paid'],
  paid: [],
  reversed: [],
};

type Draft = Map<string, { currency: string; bucket: Bucket; amount: number }>;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(reason: Refusal['reason'], message: string) {
    super(message);
    this.refusal = { reason, message };
  }
}

/**
 * Checks a posting by itself and returns its entry or a refusal; it never throws for bad content.
 * @param request the posting's content hash.
 * @param newLineId names the nth line of the entry.
 */
export function applyPosting(
  view: LedgerView,
  posting: Posting,
  request: string,
  askedBy: AskedBy,
  newLineId: (at: number, n: number) => string,
): Outcome<Entry> {
  const problem = postingProblem(posting, askedBy === 'payout');
  if (problem !== null) return refuse('invalid_posting', problem);
  try {
    const draft: Draft = new Map();
    const mayOwe = new Set<string>();
    for (const line of posting.lines ?? []) {
      allow(view.holder, line.currency, line.bucket, askedBy);
      add(draft, line.currency, line.bucket, line.amount);
      if (line.mayOwe) mayOwe.add(line.currency);
    }
    const earnings = changeEarnings(view, posting.earnings ?? [], askedBy, draft, mayOwe);
    balanced(draft);
    settleOwed(view, draft, mayOwe);
    const legs = land(view, draft);
    const statuses = changeStatuses(view, posting);
    const lines = (posting.statement ?? []).map((line, n): WrittenLine => {
      const balance =
        line.balanceOf === null ? null : balanceAfter(view, legs, line.currency, line.balanceOf);
      return { ...line, id: newLineId(posting.at, n), balance };
    });
    return {
      ok: true,
      value: {
        key: posting.key,
        request,
        at: posting.at,
        legs,
        earnings,
        lines,
        statuses,
      },
    };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

function allow(holder: string, currency: string, bucket: Bucket, askedBy: AskedBy): void {
  const kind = holderKind(holder);
  if (kind === null || !CHART[bucket].holders.includes(kind)) {
    throw new Refused('invalid_posting', `${holder} has no bucket ${bucket}.`);
  }
  const only = onlyCurrency(holder);
  if (only !== null && only !== currency) {
    throw new Refused('invalid_posting', `${holder} holds no ${currency}.`);
  }
  const { by } = CHART[bucket];
  if (by !== 'lines' && !(by === 'transfers' && askedBy === 'transfer')) {
    throw new Refused('invalid_posting', `A line can't write ${bucket}.`);
  }
}

function add(draft: Draft, currency: string, bucket: Bucket, amount: number): void {
  const id = `${currency} ${bucket}`;
  const leg = draft.get(id);
  if (leg) leg.amount += amount;
  else draft.set(id, { currency, bucket, amount });
}

/** Adds an earning to the bucket of its status; `sign` -1 takes it out. */
function place(
  draft: Draft,
  mayOwe: Set<string>,
  earning: Pick<KnownEarning, 'currency' | 'net'>,
  status: EarningStatus | 'paying',
  sign: 1 | -1,
): void {
  const amount = sign * earning.net;
  if (amount === 0) return;
  add(draft, earning.currency, status === 'paying' ? 'available' : status, amount);
  if (status !== 'paid') return;
  add(draft, earning.currency, 'withdrawable', amount);
  // A paid earning can always be taken back, even when the creator's balance is too small and a debt remains.
  if (amount < 0) mayOwe.add(earning.currency);
}

function changeEarnings(
  view: LedgerView,
  changes: EarningChange[],
  askedBy: AskedBy,
  draft: Draft,
  mayOwe: Set<string>,
): EarningWrite[] {
  const writes: EarningWrite[] = [];
  const seen = new Set<string>();
  for (const change of changes) {
    const id = change.do === 'create' ? change.earning.id : change.id;
    if (seen.has(id)) throw new Refused('invalid_posting', `${id} is changed twice.`);
    seen.add(id);
    const before = view.earning(id);
    if (change.do === 'create') {
      if (before) throw new Refused('earning_exists', `There is an earning ${id} already.`);
      const { earning } = change;
      allowEarnings(view.holder, earning.currency);
      const net = earning.amount - earning.fee;
      place(draft, mayOwe, { currency: earning.currency, net }, earning.status, 1);
      const { status, currency, holdUntilAt } = earning;
      writes.push({ id, was: null, status, net, currency, holdUntilAt, created: earning });
      continue;
    }
    if (!before) throw new Refused('no_such_earning', `There is no earning ${id}.`);
    writes.push(changed(id, before, change, askedBy, draft, mayOwe));
  }
  return writes;
}

function changed(
  id: string,
  before: KnownEarning,
  change: Exclude<EarningChange, { do: 'create' }>,
  askedBy: AskedBy,
  draft: Draft,
  mayOwe: Set<string>,
): EarningWrite {
  const write = { id, was: before.status, created: null, net: before.net, currency: before.currency };
  if (change.do === 'move') {
    const { status } = before;
    const ofPayout = status === 'paying' || change.to === 'paying';
    if (status === 'reversed' || !MOVES[status].includes(change.to) || (ofPayout && askedBy !== 'payout')) {
      throw new Refused('earning_state', `${id} is ${status} and can't become ${change.to}.`);
    }
    place(draft, mayOwe, before, status, -1);
    place(draft, mayOwe, before, change.to, 1);
    const holdUntilAt = change.holdUntilAt === undefined ? before.holdUntilAt : change.holdUntilAt;
    return { ...write, status: change.to, holdUntilAt };
  }
  if (change.do === 'reverse') {
    const final = before.status === 'paid' && before.source !== 'adjustment';
    if (before.status === 'paying') {
      throw new Refused('earning_paying', `Whether ${id} is paid is not known yet.`);
    }
    if (before.status === 'reversed' || final) {
      throw new Refused('earning_state', `${id} is ${before.status} and can't be reversed.`);
    }
    place(draft, mayOwe, before, before.status, -1);
    return { ...write, status: 'reversed', holdUntilAt: before.holdUntilAt };
  }
  if (askedBy !== 'transfer' || before.status !== 'reversed') {
    throw new Refused('earning_state', `${id} is ${before.status} and can't be restored.`);
  }
  place(draft, mayOwe, before, change.to, 1);
  return { ...write, status: change.to, holdUntilAt: before.holdUntilAt };
}

function allowEarnings(holder: string, currency: string): void {
  const kind = holderKind(holder);
  if (kind === null || !CHART.pending.holders.includes(kind)) {
    throw new Refused('invalid_posting', `${holder} has no earnings in ${currency}.`);
  }
}

/** Double entry: in each currency, claims and their counterparts move by the same amount. */
function balanced(draft: Draft): void {
  const sums = new Map<string, number>();
  for (const { currency, bucket, amount } of draft.values()) {
    sums.set(currency, (sums.get(currency) ?? 0) + CHART[bucket].side * amount);
  }
  for (const [currency, sum] of sums) {
    if (sum !== 0) throw new Refused('unbalanced', `The posting is off by ${sum} ${currency}.`);
  }
}

/**
 * Money that comes in pays off `owed` first, and a clawback takes withdrawable money before it makes a debt.
 * The two buckets are one position, so they are never both above zero.
 */
function settleOwed(view: LedgerView, draft: Draft, mayOwe: Set<string>): void {
  for (const [id, leg] of [...draft]) {
    if (leg.bucket !== 'withdrawable' || leg.amount === 0) continue;
    const has = view.balance(leg.currency, 'withdrawable');
    const owes = view.balance(leg.currency, 'owed');
    const position = has - owes + leg.amount;
    if (leg.amount < 0 && position < 0 && !mayOwe.has(leg.currency)) {
      throw new Refused(
        'insufficient_funds',
        `Only ${has} ${leg.currency} of ${-leg.amount} is withdrawable.`,
      );
    }
    leg.amount = Math.max(position, 0) - has;
    const owed = Math.max(-position, 0) - owes;
    if (owed !== 0) add(draft, leg.currency, 'owed', owed);
    if (leg.amount === 0) draft.delete(id);
  }
}

function land(view: LedgerView, draft: Draft): Leg[] {
  const legs: Leg[] = [];
  for (const { currency, bucket, amount } of draft.values()) {
    if (amount === 0) continue;
    const after = view.balance(currency, bucket) + amount;
    if (!Number.isSafeInteger(after)) {
      throw new Refused('invalid_posting', `${bucket} would leave the range of exact numbers.`);
    }
    if (after < 0 && !CHART[bucket].mayGoBelowZero) {
      throw new Refused(
        'insufficient_funds',
        `${bucket} holds only ${after - amount} ${currency} of ${-amount}.`,
      );
    }
    legs.push([currency, bucket, amount, after]);
  }
  return legs;
}

function changeStatuses(view: LedgerView, { statuses = [], completes = [] }: Posting): Entry['statuses'] {
  for (const { line } of statuses) {
    if (!view.hasLine(line)) throw new Refused('no_such_line', `There is no line ${line}.`);
  }
  const completed = completes.flatMap((key) => {
    const lines = view.linesOf(key);
    if (!lines) throw new Refused('no_such_line', `There is no entry ${key}.`);
    return lines.map((line) => ({ line, status: 'completed' as const }));
  });
  return [...statuses, ...completed];
}

/**
 * The balance that a line shows. What is being charged is not paid yet, so a receivable includes `charging`.
 */
function balanceAfter(view: LedgerView, legs: Leg[], currency: string, bucket: Bucket): number {
  const after = (name: Bucket): number => {
    const leg = legs.find(([c, b]) => c === currency && b === name);
    return leg ? leg[3] : view.balance(currency, name);
  };
  return after(bucket) + (bucket === 'receivable' ? after('charging') : 0);
}
