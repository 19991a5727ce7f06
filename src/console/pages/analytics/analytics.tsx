// What ads and posts brought, as charts and as a table, with the API's filters in the address.
import {
  type Analytics,
  type OrganicRow,
  type Reconciliation,
  type Row,
  TOO_BIG,
} from '../../../domains/ads/analytics/analytics.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, day as isoDay } from '../../../kit/time.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Cards, PageHead, Stat } from '../../components/card.tsx';
import { BarChart } from '../../components/chart.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { count, day, money, plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Asked, askedAt, groupAt } from './asked.ts';
import { AnalyticsFilters, choicesFor, GROUP_NAMES } from './filters.tsx';
import { METRICS, type Metric, type Mode, numberOf, PARTS } from './metrics.ts';
import { type Key, type RowNames, rowNames } from './names.ts';
import { NoResults } from './no-results.tsx';

type Entry = Analytics['currencies'][number];
type AnyRow = Row | OrganicRow;

interface ResultTable {
  entry: Entry;
  /** By day without keys, newest first; else of the whole range, those with most first. */
  shown: AnyRow[];
  /** How many rows there are, shown or not. */
  all: number;
}

/** Filters of what is counted. */
const WHAT = ['platform', 'campaign', 'program', 'creator', 'submission'];

/** The table ends here; the file has all. */
const MOST_SHOWN = 100;

export const analyticsPage = placePage({
  path: '/analytics',
  show: async (at) => {
    const asked = askedAt(at);
    const mode: Mode = asked.mode === 'organic' ? 'organic' : 'paid';
    const [found, choices] = await Promise.all([read(at, asked), choicesFor(at)]);
    const keys: Key[] = [...(at.place.type === 'partner' ? ['account' as const] : []), ...groupAt(at)];
    const tables = found instanceof AppError ? [] : found.currencies.map((entry) => tableOf(entry, keys));
    const creators = new Set(tables.flatMap(({ shown }) => shown.flatMap(({ creator }) => creator ?? [])));
    const names = await rowNames(at, keys, choices, [...creators]);
    return {
      title: 'Analytics',
      body: (
        <>
          <PageHead title="Analytics" action={isRefused(found) ? null : <Download at={at} asked={asked} />}>
            {at.place.type === 'creator'
              ? 'What your work brought: as ads of the brands that you work with, and in your own posts.'
              : 'What your ads brought, as the platforms report it, and what the posts of your creators gained.'}
          </PageHead>
          <AnalyticsFilters at={at} asked={asked} mode={mode} choices={choices} />
          {found instanceof AppError ? (
            <Notice
              tone="danger"
              title={isRefused(found) ? 'These filters do not work together' : 'Too many rows for a page'}
            >
              {issuesOf(found).map(({ path, message }) => (
                <p>
                  {FILTER_NAMES[path] ?? 'Filters'}: {inFilterNames(message)}
                </p>
              ))}
            </Notice>
          ) : (
            <>
              <HowFar at={at} found={found} />
              {tables.length === 0 && (
                <Card flush>
                  <NoResults at={at} mode={mode} narrowed={Object.keys(at.given(...WHAT)).length > 0} />
                </Card>
              )}
              {tables.map((table) => (
                <Results at={at} asked={asked} mode={mode} table={table} keys={keys} names={names} />
              ))}
            </>
          )}
        </>
      ),
    };
  },
});

async function read(at: PlaceVisit, query: Asked): Promise<Analytics | AppError> {
  try {
    return await at.run('GET /v1/analytics', { query });
  } catch (error) {
    if (error instanceof AppError && (error.status === 400 || error.status === 422)) return error;
    throw error;
  }
}

const FILTER_NAMES: Readonly<Record<string, string>> = {
  '/from': 'From',
  '/to': 'To',
  '/mode': 'Results of',
  '/source': 'Ads',
  '/platform': 'Platform',
  '/campaign': 'Campaign',
  '/program': 'Program',
  '/creator': 'Creator',
  '/submission': 'Submission',
  '/group': 'Split by',
};

/** The API names its parameters in backticks, and people know the labels. */
const inFilterNames = (message: string): string =>
  message.replace(/`([^`]+)`/g, (_, name: string) => FILTER_NAMES[`/${name}`] ?? name);

/** Too many rows are refused here alone: the file has room for them. */
const isRefused = (found: Analytics | AppError): boolean =>
  found instanceof AppError && !issuesOf(found).some(({ code }) => code === TOO_BIG);

const issuesOf = ({ details, message }: AppError): { path: string; code?: string; message: string }[] =>
  Array.isArray(details) ? details : [{ path: '', message }];

function Download({ at, asked }: { at: PlaceVisit; asked: Asked }) {
  const query = new URLSearchParams(
    Object.entries(asked).filter(
      (one): one is [string, string] => one[1] !== undefined && one[0] !== 'scope',
    ),
  );
  return (
    <ButtonLink look="secondary" href={at.to(`/analytics/csv?${query}`)}>
      Download CSV
    </ButtonLink>
  );
}

function HowFar({ at, found }: { at: PlaceVisit; found: Analytics }) {
  const what = found.mode === 'organic' ? 'post' : 'ad account';
  if (found.complete || found.readAt === null) return null;
  return (
    <Notice title="The newest numbers are missing">
      <p>
        At least one {what} was last read <Time at={found.readAt} exact />. Days after that may have more
        results than are shown.{' '}
        {at.place.type === 'brand' && (
          <>
            If this stays for a day, check that each of your <a href={at.to('/connections')}>connections</a>{' '}
            is active.
          </>
        )}
      </p>
    </Notice>
  );
}

function tableOf(entry: Entry, keys: readonly Key[]): ResultTable {
  const all: readonly AnyRow[] = entry.rows;
  const cut = (rows: AnyRow[]): ResultTable => ({
    entry,
    shown: rows.slice(0, MOST_SHOWN),
    all: rows.length,
  });
  if (keys.length === 0) return cut(all.toReversed());
  const [first] = METRICS[entry.currency === null ? 'organic' : 'paid'];
  const rows = [...Map.groupBy(all, (row) => JSON.stringify(keys.map((key) => row[key]))).values()].map(
    sumOf,
  );
  return cut(rows.sort((a, b) => numberOf(b, first!) - numberOf(a, first!)));
}

/** The first row with all numbers added up, those of its parts too. */
function sumOf<R extends object>(rows: readonly R[]): R {
  const sum: Record<string, unknown> = { ...rows[0] };
  for (const name of Object.keys(sum)) {
    const values = rows.map((row) => (row as Record<string, unknown>)[name]);
    const parts = values.filter((value): value is object => typeof value === 'object' && value !== null);
    if (parts.length > 0) sum[name] = sumOf(parts);
    else if (typeof sum[name] === 'number')
      sum[name] = values.reduce<number>((all, value) => all + (typeof value === 'number' ? value : 0), 0);
  }
  return sum as R;
}

function Results({
  at,
  asked,
  mode,
  table: { entry, shown, all },
  keys,
  names,
}: {
  at: PlaceVisit;
  asked: Asked;
  mode: Mode;
  table: ResultTable;
  keys: readonly Key[];
  names: RowNames;
}) {
  const metrics = METRICS[mode].filter(
    (metric) => metric.name !== 'installs' || numberOf(entry.totals, metric) > 0,
  );
  const charted = metrics.find(({ name }) => name === at.query('show')) ?? metrics[0]!;
  const say = ({ isMoney }: Metric, value: number) =>
    isMoney && entry.currency !== null ? money(value, entry.currency) : count(value);
  const columns: Column<AnyRow>[] = [
    keys.length === 0
      ? { label: 'Day', main: true, cell: (row) => day(row.date) }
      : {
          label: keys.map((key) => GROUP_NAMES[key]).join(', '),
          main: true,
          cell: (row) => <Named at={at} row={row} keys={keys} names={names} />,
        },
    ...metrics.map((metric) => ({
      label: metric.label,
      numeric: true,
      cell: (row: AnyRow) => say(metric, numberOf(row, metric)),
    })),
  ];
  const title = entry.currency === null ? 'Posts' : `Ads in ${entry.currency.toUpperCase()}`;
  return (
    <>
      <Cards>
        {metrics.map((metric) => (
          <Stat
            label={metric.label}
            value={say(metric, numberOf(entry.totals, metric))}
            hint={hintOf(metric, entry.totals)}
          />
        ))}
      </Cards>
      <Card>
        <BarChart
          title={`${charted.label} by day`}
          points={pointsOf(asked, entry.rows, charted)}
          say={(value) => say(charted, value)}
        />
        <p class="quiet">
          {mode === 'organic' ? 'Days are in UTC.' : 'Days are in the time zone of each ad account.'}
        </p>
      </Card>
      <Card title={title} flush>
        {all === 0 ? (
          <NoResults at={at} mode={mode} narrowed={at.url.searchParams.size > 0} />
        ) : (
          <Table label={title} columns={columns} rows={shown} />
        )}
      </Card>
      <Differences rows={shown} first={columns[0]!} />
      {all > MOST_SHOWN && (
        <p class="quiet">
          The first {count(MOST_SHOWN)} of {plural(all, 'row')}. The CSV file has all of them.
        </p>
      )}
    </>
  );
}

/** Why a platform counts other purchases than the account, for rows that tell. */
function Differences({ rows, first }: { rows: readonly AnyRow[]; first: Column<AnyRow> }) {
  const told = rows.filter((row) => reconciliationOf(row) !== null);
  if (told.length === 0) return null;
  return (
    <Card title="Why purchases differ" flush>
      <Table
        label="Why purchases differ"
        rows={told}
        columns={[
          first,
          ...PARTS.map(([name, label]) => ({
            label,
            numeric: true,
            cell: (row: AnyRow) => count(reconciliationOf(row)![name]),
          })),
        ]}
      />
      <p class="card-foot quiet">
        Your own purchases and the differences add up to the platform’s. Platforms count on the day of the
        click, you on the day of the sale. Some differences cannot be told apart.
      </p>
    </Card>
  );
}

const reconciliationOf = (row: AnyRow): Reconciliation | null =>
  ('reconciliation' in row && row.reconciliation) || null;

/** What leads to a page of its own is a link. */
const PATHS: Partial<Record<Key, string>> = { campaign: '/campaigns', submission: '/submissions' };

function Named({
  at,
  row,
  keys,
  names,
}: {
  at: PlaceVisit;
  row: AnyRow;
  keys: readonly Key[];
  names: RowNames;
}) {
  const [first, ...others] = keys;
  const id = row[first!];
  const path = at.place.type === 'partner' ? undefined : PATHS[first!];
  return (
    <TwoLines title={names(first!, id)} {...(path && id && { href: at.to(`${path}/${id}`) })}>
      {others.length > 0 && others.map((key) => names(key, row[key])).join(' · ')}
    </TwoLines>
  );
}

function hintOf({ name }: Metric, totals: object): string | undefined {
  const { impressions = 0, clicks = 0, spend = 0, revenue = 0 } = totals as Record<string, number>;
  if (name === 'clicks' && impressions > 0) return `CTR ${((clicks / impressions) * 100).toFixed(2)}%`;
  if (name === 'revenue' && spend > 0) return `ROAS ${(revenue / spend).toFixed(2)}`;
  return undefined;
}

/** A point for each day of the range. */
function pointsOf({ from, to }: Asked, rows: readonly AnyRow[], metric: Metric) {
  const byDay = Map.groupBy<string, AnyRow>(rows, ({ date }) => date);
  const points: { label: string; value: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const value = (byDay.get(isoDay(at)) ?? []).reduce((sum, row) => sum + numberOf(row, metric), 0);
    points.push({ label: day(at).replace(/ \d{4}$/, ''), value });
  }
  return points;
}
