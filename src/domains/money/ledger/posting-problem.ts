// Checks the form of a posting. Callers are our own verbs, but a ledger trusts none of them, and an amount
// that is not a whole number of cents must never reach a sum.
import { isBucket } from './chart.ts';
import { EARNING_SOURCES, EARNING_STATUSES, LINE_TYPES, type NewEarning, type Posting } from './posting.ts';

export const MAX_KEY_LENGTH = 300;
const MAX_PARTS = 100;
const CURRENCY = /^[a-z]{3}$/;
const LINE_STATUSES = ['pending', 'completed', 'failed'];

/**
 * Returns what is wrong with a posting's form; null when it is valid.
 * @param ofPayout whether it moves the earnings of a payout: any number of them, also to `paying`.
 */
export function postingProblem(posting: Posting, ofPayout = false): string | null {
  const { key, at, lines = [], earnings = [], statement = [], statuses = [], completes = [] } = posting;
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY_LENGTH) return 'The key is bad.';
  if (!Number.isSafeInteger(at) || at < 0) return 'The time is no millisecond.';
  const parts = lines.length + earnings.length + statement.length + statuses.length + completes.length;
  if (parts === 0 && !ofPayout) return 'The posting does nothing.';
  if (parts > MAX_PARTS && !ofPayout) return `The posting has more than ${MAX_PARTS} parts.`;
  for (const line of lines) {
    if (!isBucket(line.bucket)) return `There is no bucket ${String(line.bucket)}.`;
    if (!CURRENCY.test(line.currency)) return 'A currency is bad.';
    if (!isAmount(line.amount) || line.amount === 0) return `${String(line.amount)} is no amount in cents.`;
    if (line.mayOwe && line.bucket !== 'withdrawable') return 'Only withdrawable can turn into owed.';
  }
  for (const change of earnings) {
    const problem = change.do === 'create' ? earningProblem(change.earning) : null;
    if (problem !== null) return problem;
    if (change.do === 'create' || change.do === 'reverse') continue;
    const known = change.to === 'paying' ? ofPayout : EARNING_STATUSES.includes(change.to);
    if (!known) return `There is no status ${String(change.to)}.`;
  }
  for (const line of statement) {
    if (!LINE_TYPES.includes(line.type)) return `There is no line type ${String(line.type)}.`;
    if (!LINE_STATUSES.includes(line.status)) return `There is no line status ${String(line.status)}.`;
    if (!CURRENCY.test(line.currency)) return 'A currency is bad.';
    if (!isAmount(line.amount) || !isAmount(line.fee) || !isAmount(line.amount - line.fee)) {
      return 'A line has an amount that is not in cents.';
    }
    if (line.balanceOf !== null && !isBucket(line.balanceOf)) return 'A line shows no known bucket.';
  }
  if (new Set(statuses.map(({ line }) => line)).size < statuses.length) return 'A line gets two statuses.';
  for (const { status } of statuses) {
    if (!LINE_STATUSES.includes(status)) return `There is no line status ${String(status)}.`;
  }
  return null;
}

function earningProblem(earning: NewEarning): string | null {
  if (!/^ern_[0-9a-z]{26}$/.test(earning.id)) return 'An earning has a bad ID.';
  if (!EARNING_STATUSES.includes(earning.status)) return `There is no status ${String(earning.status)}.`;
  if (!EARNING_SOURCES.includes(earning.source)) return `There is no source ${String(earning.source)}.`;
  if (!CURRENCY.test(earning.currency)) return 'A currency is bad.';
  const { amount, fee } = earning;
  if (!isAmount(amount) || !isAmount(fee)) return 'An earning has an amount that is not in cents.';
  if (earning.holdUntilAt !== null && !Number.isSafeInteger(earning.holdUntilAt))
    return 'A hold has no time.';
  if (earning.source === 'adjustment' && earning.status === 'paid') {
    return amount < 0 && fee <= 0 && fee >= amount
      ? null
      : 'A clawback takes away, and its fee is a part of it.';
  }
  if (earning.status === 'paid') return 'Only a clawback is paid from the start.';
  return amount >= 0 && fee >= 0 && fee <= amount ? null : 'An earning has a fee outside its amount.';
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}
