// Compares lines of the statement, earnings and transfers with the entries that made and changed them, both
// ways: the records must contain what an entry says, and each record must match the entry that wrote it last.
// Each look is independent, so nothing is kept between looks and the ledger can continue meanwhile.
import type { Journal } from './journal.ts';
import type { EarningWrite, Entry, LineStatus, WrittenLine } from './posting.ts';
import { stageKey, type TransferStage, transferStageOf } from './transfer.ts';

interface LineRow extends Record<string, SqlStorageValue> {
  id: string;
  type: string;
  program: string | null;
  status: string;
  seq: number;
}

interface EarningRow extends Record<string, SqlStorageValue> {
  id: string;
  status: string;
  source: string;
  currency: string;
  net: number;
  hold_until_at: number | null;
  content: string;
  seq: number;
}

interface TransferRow extends Record<string, SqlStorageValue> {
  id: string;
  state: string;
  currency: string;
  amount: number;
}

const LINE = 'SELECT id, type, program, status, seq FROM lines';
const EARNING = 'SELECT id, status, source, currency, net, hold_until_at, content, seq FROM earnings';
const TRANSFER = 'SELECT id, state, currency, amount FROM transfers';

/** The first difference between the records and entry `seq`; null when they agree. */
export function recordsProblem(journal: Journal, seq: number, entry: Entry): string | null {
  for (const line of entry.lines) {
    const problem = lineProblem(journal, seq, line.id, line.status, line);
    if (problem !== null) return problem;
  }
  for (const { line, status } of entry.statuses) {
    const problem = lineProblem(journal, seq, line, status, null);
    if (problem !== null) return problem;
  }
  for (const earning of entry.earnings) {
    const problem = earningProblem(journal, seq, earning);
    if (problem !== null) return problem;
  }
  return transferProblem(journal, entry);
}

function lineProblem(
  journal: Journal,
  seq: number,
  id: string,
  status: LineStatus,
  made: WrittenLine | null,
): string | null {
  const row = journal.sql.exec<LineRow>(`${LINE} WHERE id = ?`, id).toArray()[0];
  if (!row) return `line ${id} is missing`;
  if (made && (row.type !== made.type || row.program !== made.program)) return `line ${id} is filed wrongly`;
  if (row.seq < seq || (row.seq === seq && row.status !== status)) return `line ${id} has a wrong status`;
  return null;
}

function earningProblem(journal: Journal, seq: number, write: EarningWrite): string | null {
  const { id, created } = write;
  const row = journal.sql.exec<EarningRow>(`${EARNING} WHERE id = ?`, id).toArray()[0];
  if (!row) return `earning ${id} is missing`;
  if (created && row.content !== JSON.stringify(created)) return `earning ${id} is not what was written`;
  const filed = row.net === write.net && row.currency === write.currency;
  if (!filed || (created && row.source !== created.source)) return `earning ${id} is filed wrongly`;
  if (row.seq < seq || (row.seq === seq && !isAsWritten(row, write)))
    return `earning ${id} has a wrong status`;
  return null;
}

function isAsWritten(row: EarningRow, write: EarningWrite): boolean {
  return row.status === write.status && row.hold_until_at === write.holdUntilAt;
}

/**
 * What must be stored after each stage of a transfer: a row in one of these states, or else the entry of the
 * stage `orElse`.
 */
const LEFT: Record<TransferStage, { states: string[]; orElse: TransferStage }> = {
  reserve: { states: ['reserved', 'returned'], orElse: 'settle' },
  settle: { states: [], orElse: 'settle' },
  release: { states: ['returned'], orElse: 'release' },
  receive: { states: [], orElse: 'receive' },
};

function transferProblem(journal: Journal, entry: Entry): string | null {
  const found = transferStageOf(entry.key);
  if (!found) return null;
  const { id, stage } = found;
  const { states, orElse } = LEFT[stage];
  const row = journal.sql.exec<TransferRow>(`${TRANSFER} WHERE id = ?`, id).toArray()[0];
  // A transfer that succeeded has no row, only its entries.
  if (!row) return stage !== 'release' && wrote(journal, id, orElse) ? null : `transfer ${id} is missing`;
  if (!states.includes(row.state)) return `transfer ${id} is ${row.state} after its ${stage}`;
  return stage !== 'reserve' || isFiled(row, entry) ? null : `transfer ${id} is filed wrongly`;
}

/** @param entry the entry of its reservation. */
function isFiled(row: TransferRow, entry: Entry): boolean {
  return entry.legs.some(
    ([currency, moved, amount]) => moved === 'reserved' && currency === row.currency && amount === row.amount,
  );
}

const wrote = (journal: Journal, id: string, stage: TransferStage): boolean =>
  journal.find(stageKey(id, stage)) !== null;

export const RECORDS = ['lines', 'earnings', 'transfers'] as const;
export type Records = (typeof RECORDS)[number];

/**
 * Checks up to `limit` records after the ID `after`. @returns the last record's ID; null when none is left.
 */
export function orphansProblem(
  journal: Journal,
  records: Records,
  after: string,
  limit: number,
): { problem: string | null; last: string | null } {
  const select = { lines: LINE, earnings: EARNING, transfers: TRANSFER }[records];
  const rows = journal.sql
    .exec<LineRow & EarningRow & TransferRow>(`${select} WHERE id > ? ORDER BY id LIMIT ?`, after, limit)
    .toArray();
  for (const row of rows) {
    const right = records === 'transfers' ? isTransfer(journal, row) : isRecord(journal, records, row);
    if (!right) return { problem: `${records.slice(0, -1)} ${row.id} was written by no entry`, last: null };
  }
  return { problem: null, last: rows.length < limit ? null : rows.at(-1)!.id };
}

/**
 * A line or an earning names the last entry that wrote it. True if that entry really wrote the values that
 * are stored.
 */
function isRecord(journal: Journal, records: 'lines' | 'earnings', row: LineRow & EarningRow): boolean {
  const stored = journal.storedEntries(row.seq - 1, 1)[0];
  if (stored?.seq !== row.seq) return false;
  const entry = journal.read(stored);
  if (records === 'earnings') return entry.earnings.some((one) => one.id === row.id && isAsWritten(row, one));
  return (
    entry.lines.some((line) => line.id === row.id && line.status === row.status) ||
    entry.statuses.some(({ line, status }) => line === row.id && status === row.status)
  );
}

/** The entries that a transfer must have, and those that it must not have, by the state of its row. */
const TOLD_BY: Record<string, [has: TransferStage[], hasNot: TransferStage[]]> = {
  reserved: [['reserve'], ['settle', 'release']],
  returned: [['reserve', 'release'], ['settle']],
  refused: [[], ['reserve', 'receive']],
};

function isTransfer(journal: Journal, { id, state }: TransferRow): boolean {
  const told = Object.hasOwn(TOLD_BY, state) ? TOLD_BY[state] : undefined;
  if (!told) return false;
  const [has, hasNot] = told;
  return (
    has.every((stage) => wrote(journal, id, stage)) && !hasNot.some((stage) => wrote(journal, id, stage))
  );
}
