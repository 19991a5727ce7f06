import type { Ctx } from '../../../context.ts';
import { day, isoOrNull } from '../../../kit/time.ts';
import { dayIn } from '../../../kit/zone.ts';
import {
  type AdAccountRead,
  listAdAccountsRead,
  listResults,
  type ResultsAsked,
} from '../ad-sync/interface.ts';
import type { Analytics, AnalyticsQuery, Numbers, Own, Row } from './analytics.ts';
import { askedOf, MOST_ROWS, tooManyRows } from './asked-of.ts';
import { organicResults } from './organic-results.ts';
import { NOTHING_OWN, ownResults } from './own-results.ts';
import { earliestOfAll, sumOf } from './sums.ts';
import { inOrder, NOTHING, ownAlone, type PaidRow, withOwn } from './with-own.ts';
import { withZeros } from './with-zeros.ts';

/** The results of ads or posts by day. Throws invalid_request for what the caller may not ask, or for too many rows. */
export async function getAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<Analytics> {
  const { from, to, mode, source } = query;
  const found = mode === 'organic' ? await organicResults(ctx, query) : await paidCurrencies(ctx, query);
  return { from, to, mode, source, ...found };
}

type Found = Pick<Analytics, 'readAt' | 'complete' | 'currencies'>;

/** What ads brought. Throws as `getAnalytics` does. */
export async function paidCurrencies(ctx: Ctx, query: AnalyticsQuery): Promise<Found> {
  const asked = askedOf(ctx, query);
  const [found, read, own] = await Promise.all([
    listResults(ctx, asked, MOST_ROWS + 1),
    listAdAccountsRead(ctx, asked.of, asked.platform),
    ownResults(ctx, asked, MOST_ROWS).then((readOwn) => readOwn(asked)),
  ]);
  if (found.length > MOST_ROWS || own === null) throw tooManyRows();
  const known = withOwn(asked, found, own);
  const rows = own.size === 0 ? known : inOrder(asked.group, [...known, ...ownAlone(asked, own)]);
  if (rows.length > MOST_ROWS) throw tooManyRows();
  return { ...howFar(ctx, asked, read), currencies: byCurrency(asked, rows, read) };
}

/** Up to when everything was read, and whether each day was read after it had ended. */
function howFar(ctx: Ctx, { from, to, source }: ResultsAsked, all: readonly AdAccountRead[]) {
  // An ad account that was disconnected lacks the rest of the day on which it was read last, and no other day.
  const isCut = ({ readAt, timezone }: AdAccountRead) => {
    const last = readAt === null ? '' : dayIn(timezone, readAt);
    return from <= last && last <= to;
  };
  const read = all.filter((one) => one.isConnected || isCut(one));
  const readAt = earliestOfAll(read.map((one) => one.readAt));
  const complete = read.every(
    (one) =>
      one.readAt !== null &&
      dayIn(one.timezone, one.readAt) > to &&
      // An ad account had no ads of ours before it was connected.
      (source === 'service' || (one.firstDay !== null && one.firstDay <= from)),
  );
  return { readAt: isoOrNull(readAt), complete: complete && (read.length > 0 || day(ctx.now) > to) };
}

function byCurrency(
  asked: ResultsAsked,
  found: readonly PaidRow[],
  read: readonly AdAccountRead[],
): Analytics['currencies'] {
  const rows = new Map<string, Row[]>();
  for (const [currency, some] of Map.groupBy(found, (one) => one.currency))
    rows.set(
      currency,
      some.map(({ row }) => row),
    );
  // An account without results still has the currencies of its ad accounts.
  if (rows.size === 0) for (const { currency, isConnected } of read) if (isConnected) rows.set(currency, []);
  const nothing = { ...NOTHING, own: asked.source === 'external' ? null : NOTHING_OWN };
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, some]) => ({
      currency,
      totals: {
        ...sumOf<Numbers>(some, NOTHING),
        own: nothing.own && sumOf<Own>(some.flatMap(ownOf), NOTHING_OWN),
      },
      rows: asked.group.length === 0 ? withZeros(asked, some, nothing) : some,
    }));
}

const ownOf = ({ own }: Row): Own[] => (own === null ? [] : [own]);
