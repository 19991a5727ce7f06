// The review queue of all kinds, oldest first.
import { listHolderNames } from '../../../domains/operations/staff/list-holder-names.ts';
import { isReviewKind, REVIEW_KINDS } from '../../../domains/operations/staff/review-queue.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { count, money, plural, Time } from '../../format.tsx';
import { staffPage } from '../../page.ts';
import { directoryOf, isName } from './ids.tsx';
import { countOf, KIND_NAMES, linesOf, pageOf, type ReviewLine } from './review-lines.ts';

/** The number of records of each kind, or of the only kind that is shown. */
const SHOWN = { all: '20', alone: '100' };

const AGES = [
  { value: '1', label: 'A day' },
  { value: '3', label: 'Three days' },
  { value: '7', label: 'A week' },
  { value: '30', label: 'A month' },
];

export const queuePage = staffPage({
  path: '',
  show: async (at) => {
    const [asked, account] = [at.query('kind'), at.query('account')];
    if (isName(account)) return at.go(directoryOf(account));
    const kind = isReviewKind(asked) ? asked : undefined;
    const queue = await at.run('GET /internal/v1/review-queue', {
      query: { limit: kind ? SHOWN.alone : SHOWN.all, ...at.given('account') },
    });
    const days = AGES.some(({ value }) => value === at.query('age')) ? Number(at.query('age')) : 0;
    const lines = linesOf(queue, kind).filter(({ since }) => Date.parse(since) <= at.now - days * DAY_MS);
    const names = await listHolderNames(
      at.staffCtx(),
      lines.flatMap(({ account, creator }) => [account, creator]),
    );
    const waiting = REVIEW_KINDS.reduce((sum, one) => sum + countOf(queue, one), 0);
    const cut = REVIEW_KINDS.filter(
      (one) =>
        (kind === undefined || one === kind) && countOf(queue, one) > Number(kind ? SHOWN.alone : SHOWN.all),
    );
    return {
      title: 'Queue',
      body: (
        <>
          <PageHead title="Queue">
            Cases that need a decision, oldest first. {waitingInWords(waiting, account)}
          </PageHead>
          <Filters
            filters={[
              {
                name: 'kind',
                label: 'Kind',
                options: [
                  { value: '', label: 'All kinds' },
                  ...REVIEW_KINDS.map((one) => ({
                    value: one,
                    label: `${KIND_NAMES[one]} (${count(countOf(queue, one))})`,
                  })),
                ],
              },
              {
                name: 'age',
                label: 'Waiting for at least',
                options: [{ value: '', label: 'Any time' }, ...AGES],
              },
              {
                name: 'account',
                label: 'Account or creator',
                kind: 'text',
                placeholder: 'Name, email or ID',
              },
            ]}
          />
          <Card flush>
            {lines.length > 0 ? (
              <Lines lines={lines} names={names} now={at.now} />
            ) : at.url.search ? (
              <NoneMatch title="No cases match" all={at.url.pathname} />
            ) : (
              <EmptyState title="No cases">
                Cases that need a decision appear here, such as disputes.
              </EmptyState>
            )}
          </Card>
          {cut.length > 0 && (
            <p class="quiet">
              {kind
                ? `Only the oldest ${SHOWN.alone} are shown: decide some to see more.`
                : `Only the oldest ${SHOWN.all} of a kind are shown. Choose a kind to see more of it.`}
            </p>
          )}
        </>
      ),
    };
  },
});

function waitingInWords(waiting: number, account: string | undefined): string {
  const whose = account ? ` of ${account}` : '';
  return waiting === 0
    ? `Nothing waits${whose}.`
    : `${plural(waiting, 'record')}${whose} ${waiting === 1 ? 'waits' : 'wait'}.`;
}

export function Lines({
  lines,
  names,
  now,
}: {
  lines: readonly ReviewLine[];
  names: ReadonlyMap<string, string>;
  now: number;
}) {
  return (
    <Table
      label="Cases"
      rows={lines}
      columns={[
        {
          label: 'What',
          main: true,
          cell: ({ kind, id, says }) => (
            <TwoLines href={pageOf(kind, id)} title={KIND_NAMES[kind]}>
              {says || id}
            </TwoLines>
          ),
        },
        {
          label: 'Account',
          cell: ({ account, creator }) =>
            account === null ? (
              <span class="quiet">—</span>
            ) : (
              <TwoLines href={directoryOf(account)} title={names.get(account) ?? account}>
                {creator !== null && `to ${names.get(creator) ?? creator}`}
              </TwoLines>
            ),
        },
        {
          label: 'Waiting',
          cell: ({ since }) => (
            <TwoLines title={age(now, since)}>
              <Time at={since} />
            </TwoLines>
          ),
        },
        {
          label: 'Amount',
          numeric: true,
          cell: ({ amount, currency }) =>
            amount === null || currency === null ? <span class="quiet">—</span> : money(amount, currency),
        },
      ]}
    />
  );
}

function age(now: number, since: string): string {
  const ms = Math.max(0, now - Date.parse(since));
  if (ms < HOUR_MS) return 'Less than an hour';
  return ms < DAY_MS ? plural(Math.floor(ms / HOUR_MS), 'hour') : plural(Math.floor(ms / DAY_MS), 'day');
}
