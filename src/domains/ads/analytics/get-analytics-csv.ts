import type { Ctx } from '../../../context.ts';
import type { CsvCell, CsvTable } from '../../../kit/csv.ts';
import { decimalsOf } from '../../../kit/currencies.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { listResults, type ResultsAsked } from '../ad-sync/interface.ts';
import {
  AMOUNTS,
  type AnalyticsQuery,
  NUMBERS,
  ORGANIC_NUMBERS,
  type OrganicRow,
  PARTS,
  valueAt,
} from './analytics.ts';
import { askedOf, tooManyRows } from './asked-of.ts';
import { paidCurrencies } from './get-analytics.ts';
import { organicParts } from './organic-results.ts';
import { type OwnRow, ownResults } from './own-results.ts';
import { inOrder, ownAlone, type PaidRow, withOwn } from './with-own.ts';

/** Posts have no currency. */
type Line = PaidRow | { currency: null; row: OrganicRow };
type Rows = AsyncIterable<readonly Line[]>;

/** So many days are read at once at first; a single day of a large account can fill a part. */
const FIRST_DAYS = 7;
/** So many rows are in memory at once. */
const MOST_ROWS_AT_ONCE = 5000;

/**
 * The rows of `getAnalytics` as a table, however many there are. Amounts are in units of their currency (12.5 for 1250
 * cents), because spreadsheets know no cents. Throws invalid_request before the first row.
 */
export async function getAnalyticsCsv(
  ctx: Ctx,
  query: AnalyticsQuery,
  mostRows = MOST_ROWS_AT_ONCE,
): Promise<CsvTable> {
  const asked = askedOf(ctx, query);
  const { group, split } = asked;
  const isPaid = query.mode === 'paid';
  const columns = [
    ...(isPaid ? ['date', 'currency'] : ['date']),
    ...group,
    ...(isPaid ? NUMBERS : ORGANIC_NUMBERS),
    ...(isPaid && split ? PARTS : []),
  ];
  const parts = isPaid
    ? await paidParts(ctx, query, asked, mostRows)
    : linesOf(await organicParts(ctx, query));
  return { columns, parts: cellsOf(columns, parts) };
}

async function* linesOf(parts: AsyncIterable<OrganicRow[]>): Rows {
  for await (const rows of parts) yield rows.map((row) => ({ currency: null, row }));
}

async function paidParts(
  ctx: Ctx,
  query: AnalyticsQuery,
  asked: ResultsAsked,
  mostRows: number,
): Promise<Rows> {
  if (asked.group.length > 0) return readInParts(ctx, asked, mostRows);
  // Without a group there is a row of each day and currency, zeros included, which is never too much.
  const { currencies } = await paidCurrencies(ctx, query);
  const rows = currencies.flatMap(({ currency, rows }) => rows.map((row) => ({ currency, row }) as Line));
  return (async function* () {
    yield rows;
  })();
}

/** As many days at once as fit into a part. */
async function* readInParts(ctx: Ctx, asked: ResultsAsked, mostRows: number): Rows {
  const last = Date.parse(asked.to);
  const readOwn = await ownResults(ctx, asked, mostRows);
  let days = FIRST_DAYS;
  for (let first = Date.parse(asked.from); first <= last; ) {
    const until = Math.min(last, first + (days - 1) * DAY_MS);
    const some = { ...asked, from: day(first), to: day(until) };
    const rows = await listResults(ctx, some, mostRows + 1);
    const isWhole = rows.length <= mostRows;
    const own = isWhole || days === 1 ? await readOwn(some) : null;
    if (days > 1 && own === null) {
      days = Math.floor(days / 2);
      continue;
    }
    if (own === null) throw tooManyRows();
    if (isWhole) {
      const known = withOwn(some, rows, own);
      yield* inParts(inOrder(asked.group, [...known, ...ownAlone(some, own)]), mostRows);
    } else yield* readDay(ctx, some, own, mostRows);
    if (rows.length * 4 < mostRows) days *= 2;
    first = until + DAY_MS;
  }
}

/** The rows of a day that do not fit into one part. What only the account counted comes last. */
async function* readDay(ctx: Ctx, asked: ResultsAsked, own: Map<string, OwnRow>, mostRows: number): Rows {
  for (let offset = 0; ; offset += mostRows) {
    const rows = await listResults(ctx, asked, mostRows, offset);
    yield withOwn(asked, rows, own);
    if (rows.length < mostRows) break;
  }
  yield* inParts(inOrder(asked.group, ownAlone(asked, own)), mostRows);
}

function* inParts(rows: readonly PaidRow[], mostRows: number): Iterable<PaidRow[]> {
  for (let first = 0; first < rows.length; first += mostRows) yield rows.slice(first, first + mostRows);
}

async function* cellsOf(columns: readonly string[], parts: Rows): AsyncIterable<CsvCell[][]> {
  for await (const rows of parts) {
    const byDate = rows.toSorted(({ row: a }, { row: b }) =>
      a.date < b.date ? -1 : a.date > b.date ? 1 : 0,
    );
    yield byDate.map((line) => columns.map((column) => cellOf(line, column)));
  }
}

function cellOf({ currency, row }: Line, column: string): CsvCell {
  if (column === 'currency') return currency;
  const value = valueAt(row, column);
  if (typeof value !== 'number' || currency === null || !AMOUNTS.has(column))
    return (value ?? null) as CsvCell;
  return value / 10 ** decimalsOf(currency);
}
