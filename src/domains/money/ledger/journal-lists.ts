// The lists that a ledger answers itself. A filter over several values is read value by value, each from its
// own index, and merged: a page costs the same however many lines there are.
import { idTime } from '../../../kit/ids.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { Journal } from './journal.ts';
import type {
  EarningSource,
  EarningStatus,
  LineStatus,
  LineType,
  NewEarning,
  StoredEarningStatus,
  WrittenLine,
} from './posting.ts';
import { EARNING_STATUSES, LINE_TYPES, owedPaidBy } from './posting.ts';

export interface LineQuery {
  types: LineType[] | null;
  program: string | null;
  range: IdRange;
  /** Rows wanted, one more than a page holds. */
  limit: number;
}

export interface EarningQuery {
  statuses: EarningStatus[] | null;
  sources: EarningSource[] | null;
  range: IdRange;
  limit: number;
}

export interface LineRecord extends WrittenLine {
  /** Milliseconds. */
  occurredAt: number;
  /** Cents of the line that paid off what was owed. */
  owedPaid: number;
}

export interface EarningRecord extends Omit<NewEarning, 'status'> {
  status: EarningStatus;
  net: number;
  /** Milliseconds. As in every record, this is the time in the ID. */
  occurredAt: number;
}

export interface EarningDetail extends EarningRecord {
  /** The payout that paid it. */
  payout: string | null;
  /** Cents of the whole payout that paid off what was owed. */
  owedPaid: number;
}

type Row = Record<string, SqlStorageValue>;

interface LineRow extends Row {
  id: string;
  status: string;
}

interface EarningRow extends Row {
  id: string;
  status: string;
  net: number;
  hold_until_at: number | null;
  content: string;
}

/** Newest first. Reads one index range for each combination of filter values. */
function merged<T extends Row & { id: string }>(
  journal: Journal,
  select: string,
  filters: { where: string; values: string[] }[],
  range: IdRange,
  limit: number,
): T[] {
  if (!journal.exists) return [];
  const bounds: string[] = [];
  const ends: string[] = [];
  if (range.before !== null) {
    bounds.push('id < ?');
    ends.push(range.before);
  }
  if (range.after !== null) {
    bounds.push('id > ?');
    ends.push(range.after);
  }
  const rows = filters.flatMap(({ where, values }) => {
    const conditions = [...(where ? [where] : []), ...bounds];
    const filter = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    return journal.sql
      .exec<T>(`${select} ${filter} ORDER BY id DESC LIMIT ?`, ...values, ...ends, limit)
      .toArray();
  });
  if (filters.length === 1) return rows;
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}

export function listLines(journal: Journal, query: LineQuery): LineRecord[] {
  const { types, program } = query;
  const base = program === null ? [] : [program];
  // The index over program and type serves both, so a program's lines are read type by type.
  const asked = types ?? (program === null ? null : LINE_TYPES);
  const filters =
    asked === null
      ? [{ where: '', values: base }]
      : [...new Set(asked)].map((type) => ({
          where: program === null ? 'type = ?' : 'program = ? AND type = ?',
          values: [...base, type],
        }));
  const select = 'SELECT id, status FROM lines';
  return merged<LineRow>(journal, select, filters, query.range, query.limit).map((row) => {
    const entry = journal.entryOfLine(row.id);
    const line = entry.lines.find(({ id }) => id === row.id)!;
    return {
      ...line,
      status: row.status as LineStatus,
      occurredAt: idTime(row.id),
      owedPaid: line.balanceOf === 'withdrawable' ? owedPaidBy(entry, line.currency) : 0,
    };
  });
}

const EARNING = 'SELECT id, status, net, hold_until_at, content FROM earnings';

export function listEarnings(journal: Journal, query: EarningQuery): EarningRecord[] {
  const shown = new Set<StoredEarningStatus>(query.statuses ?? EARNING_STATUSES);
  if (shown.has('available')) shown.add('paying');
  const statuses = [...shown];
  const filters = statuses.flatMap((status) =>
    query.sources === null
      ? [{ where: 'status = ?', values: [status as string] }]
      : [...new Set(query.sources)].map((source) => ({
          where: 'source = ? AND status = ?',
          values: [source as string, status as string],
        })),
  );
  return merged<EarningRow>(journal, EARNING, filters, query.range, query.limit).map(presentRow);
}

/** One earning; null when there is none, or when it was reversed. */
export function findEarning(journal: Journal, id: string): EarningDetail | null {
  if (!journal.exists) return null;
  const row = journal.sql
    .exec<EarningRow & { seq: number }>(
      "SELECT id, status, net, hold_until_at, content, seq FROM earnings WHERE id = ? AND status <> 'reversed'",
      id,
    )
    .toArray()[0];
  if (!row) return null;
  // A paid earning never changes again, so the entry that wrote it last is the end of its payout.
  const entry = row.status === 'paid' ? journal.read(journal.storedEntries(row.seq - 1, 1)[0]!) : null;
  const payout = entry?.lines.find((line) => line.type === 'payout');
  return {
    ...presentRow(row),
    payout: payout?.source ?? null,
    owedPaid: entry && payout ? owedPaidBy(entry, payout.currency) : 0,
  };
}

function presentRow(row: EarningRow): EarningRecord {
  return {
    ...(JSON.parse(row.content) as NewEarning),
    status: row.status === 'paying' ? 'available' : (row.status as EarningStatus),
    net: row.net,
    holdUntilAt: row.hold_until_at,
    occurredAt: idTime(row.id),
  };
}
