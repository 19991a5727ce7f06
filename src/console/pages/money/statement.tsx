// The statement: each line of the ledger, by month, which prints without the rest.
import type { LedgerLine } from '../../../domains/money/balance/ledger-line.ts';
import { LINE_TYPES } from '../../../domains/money/ledger/posting.ts';
import { PrintButton } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { TwoLines } from '../../components/table.tsx';
import { day, money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { pageOfRecord } from '../places/find-record.ts';
import { State } from '../places/states.tsx';
import { BalanceTabs } from './earner-parts.tsx';

const MONTHS_SHOWN = 24;
const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const LINES_SHOWN = '100';

/** The months that can be chosen, newest first: 2026-11. */
function monthsUntil(now: number): string[] {
  const date = new Date(now);
  return Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

const monthName = (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** The query of the API for a month; both ends are exclusive there. */
function rangeOf(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return {
    createdAfter: new Date(Date.UTC(year, number - 1) - 1).toISOString(),
    createdBefore: new Date(Date.UTC(year, number)).toISOString(),
  };
}

const chosenMonth = (at: PlaceVisit): string | undefined =>
  monthsUntil(at.now).find((month) => month === at.query('month'));

export const statementPage = listPage<LedgerLine>({
  path: '/statement',
  title: 'Statement',
  about: (at) => {
    const month = chosenMonth(at);
    return `${at.place.name}, ${month === undefined ? 'all lines, newest first' : monthName(month)}. Days are in UTC.`;
  },
  action: () => <PrintButton />,
  below: (at) => <BalanceTabs at={at} path="/statement" />,
  undated: true,
  filters: (at) => [
    filterBy('month', 'Month', 'All', monthsUntil(at.now), monthName),
    filterBy('type', 'Type', 'Any type', LINE_TYPES, words),
  ],
  // A partner's lines belong to programs of its clients, which it chooses from in their workspaces alone.
  narrows: ({ place }) => (place.type === 'partner' ? undefined : 'program'),
  asked: (at, { month: _, ...query }) => {
    const month = chosenMonth(at);
    return { ...query, ...(month && rangeOf(month)) };
  },
  read: (at, query) => at.run('GET /v1/balance/transactions', { query: { ...query, limit: LINES_SHOWN } }),
  exported: 'transactions',
  shown: async (at) => ({
    columns: [
      {
        label: 'Line',
        main: true,
        cell: (one) => (
          <TwoLines {...leadsTo(at, one)} title={words(one.type)}>
            {[one.counterparty.name, one.description, one.memo].filter(Boolean).join(' · ') || null}
          </TwoLines>
        ),
      },
      { label: 'Date', cell: (one) => <Time at={one.occurredAt} /> },
      { label: 'Status', cell: (one) => <State status={one.status} /> },
      { label: 'Amount', numeric: true, cell: (one) => money(one.amount, one.currency) },
      { label: 'Fee', numeric: true, cell: (one) => money(one.fee, one.currency) },
      { label: 'Net', numeric: true, first: true, cell: (one) => money(one.net, one.currency) },
      {
        label: 'Balance',
        numeric: true,
        cell: (one) => (one.balance === null ? '—' : money(one.balance, one.currency)),
      },
    ],
    nameOf: (one) => `${day(one.occurredAt)}, ${money(one.net, one.currency)}`,
  }),
  noneMatch: (at) => (
    <NoneMatch title="No lines match" all={at.url.pathname}>
      No money moved that fits the filters.
    </NoneMatch>
  ),
  none: ({ place }) => ({
    icon: 'list',
    text: 'Each movement of money appears here as a line.',
    next: {
      path: place.type === 'brand' ? '/payments' : '/earnings',
      label: place.type === 'brand' ? 'View payments' : 'View earnings',
    },
  }),
});

const OWN: ReadonlySet<LedgerLine['type']> = new Set(['charge', 'payout', 'withdrawal', 'withdrawal_failed']);

/** The record's page, where it is the reader's own: a partner cannot open the payments of its clients from here. */
function leadsTo(at: PlaceVisit, { type, source }: LedgerLine): { href?: string } {
  const page = source === null ? null : pageOfRecord(source);
  if (page === null || (at.place.type === 'partner' && !OWN.has(type))) return {};
  return { href: at.to(page) };
}
