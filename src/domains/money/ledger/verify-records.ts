// Lines of the statement, earnings and transfers against the entries that made and changed them. A line or an earning
// knows the entry that wrote it last, and a transfer's entries are told by their keys, so that one pass in the journal's
// order is enough and nothing has to be kept in memory.
import type { Journal } from './journal.ts';
import type { Entry, LineStatus, WrittenLine } from './posting.ts';
import { type TransferStepName, transferStepOf } from './transfer.ts';

interface LineRow extends Record<string, SqlStorageValue> {
  type: string;
  program: string | null;
  status: string;
  content: string;
  seq: number;
}

interface EarningRow extends Record<string, SqlStorageValue> {
  status: string;
  source: string;
  currency: string;
  net: number;
  hold_until_at: number | null;
  content: string;
  seq: number;
}

interface TransferRow extends Record<string, SqlStorageValue> {
  state: string;
  currency: string;
  amount: number;
}

/** How many records were found to be as the entry that wrote them last left them. In the end that is all of them, but
 * for transfers that were refused, which leave no entry. */
export interface Confirmed {
  lines: number;
  earnings: number;
  transfers: number;
}

/** The states in which a step may find its transfer once the whole journal is written. One that is under way when
 * the journal says otherwise, or the reverse, is found by the sum of what is reserved. */
const STATES: Record<TransferStepName, string[]> = {
  reserve: ['reserved', 'settled', 'returned'],
  settle: ['settled'],
  release: ['returned'],
  receive: ['posted'],
};

/** What the records say that entry `seq` does not; null when they agree. Adds to `confirmed`. */
export function recordsProblem(
  journal: Journal,
  seq: number,
  entry: Entry,
  confirmed: Confirmed,
): string | null {
  for (const line of entry.lines) {
    const problem = lineProblem(journal, seq, line.id, line.status, line, confirmed);
    if (problem !== null) return problem;
  }
  for (const { line, status } of entry.statuses) {
    const problem = lineProblem(journal, seq, line, status, null, confirmed);
    if (problem !== null) return problem;
  }
  for (const earning of entry.earnings) {
    const problem = earningProblem(journal, seq, earning, confirmed);
    if (problem !== null) return problem;
  }
  return transferProblem(journal, entry, confirmed);
}

function lineProblem(
  journal: Journal,
  seq: number,
  id: string,
  status: LineStatus,
  made: WrittenLine | null,
  confirmed: Confirmed,
): string | null {
  const row = journal.sql
    .exec<LineRow>('SELECT type, program, status, content, seq FROM lines WHERE id = ?', id)
    .toArray()[0];
  if (!row) return `line ${id} is missing`;
  if (made && row.content !== JSON.stringify(made)) return `line ${id} is not what was written`;
  if (made && (row.type !== made.type || row.program !== made.program)) return `line ${id} is filed wrongly`;
  if (row.seq < seq || (row.seq === seq && row.status !== status)) return `line ${id} has a wrong status`;
  if (row.seq === seq) confirmed.lines++;
  return null;
}

function earningProblem(
  journal: Journal,
  seq: number,
  write: Entry['earnings'][number],
  confirmed: Confirmed,
): string | null {
  const { id, created } = write;
  const row = journal.sql
    .exec<EarningRow>(
      'SELECT status, source, currency, net, hold_until_at, content, seq FROM earnings WHERE id = ?',
      id,
    )
    .toArray()[0];
  if (!row) return `earning ${id} is missing`;
  if (created && row.content !== JSON.stringify(created)) return `earning ${id} is not what was written`;
  const filed = row.net === write.net && row.currency === write.currency;
  if (!filed || (created && row.source !== created.source)) return `earning ${id} is filed wrongly`;
  const last = row.seq === seq;
  if (row.seq < seq || (last && (row.status !== write.status || row.hold_until_at !== write.holdUntilAt))) {
    return `earning ${id} has a wrong status`;
  }
  if (last) confirmed.earnings++;
  return null;
}

function transferProblem(journal: Journal, entry: Entry, confirmed: Confirmed): string | null {
  const found = transferStepOf(entry.key);
  if (!found) return null;
  const { id, step } = found;
  const row = journal.sql
    .exec<TransferRow>('SELECT state, currency, amount FROM transfers WHERE id = ?', id)
    .toArray()[0];
  if (!row) return `transfer ${id} is missing`;
  if (!STATES[step].includes(row.state)) return `transfer ${id} is ${row.state} after its ${step}`;
  if (step === 'settle' || step === 'release') return null;
  const bucket = step === 'reserve' ? 'reserved' : 'received';
  const filed = entry.legs.some(
    ([currency, moved, amount]) => moved === bucket && currency === row.currency && amount === row.amount,
  );
  if (!filed) return `transfer ${id} is filed wrongly`;
  confirmed.transfers++;
  return null;
}
