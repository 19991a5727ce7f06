// An export of a list: how far it is, and its file.
import type { Export } from '../../../domains/exporting/exports/export.ts';
import { iso } from '../../../kit/time.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { OLDEST_FIRST } from '../lists/list-page.tsx';

export const exportPage = placePage({
  path: '/exports/:export',
  show: async (at) => {
    const record = await at.run('GET /v1/exports/:id', { params: { id: at.params.export ?? '' } });
    const isRunning = record.status === 'running';
    const title = `Export of ${nameOf(record).toLowerCase()}`;
    const live = (
      <div
        id="progress"
        class="live"
        data-mark={`${record.status} ${record.rows}`}
        data-goes-on={isRunning ? '' : undefined}
      >
        <Standing record={record} />
      </div>
    );
    if (at.query('part') !== undefined) return { title, body: live, part: true };
    return {
      title,
      islands: isRunning ? ['progress'] : [],
      body: (
        <>
          <PageHead title={title}>
            The list as you could read it on <Time at={record.createdAt} exact />.
          </PageHead>
          {live}
          <Card>
            <Facts
              facts={[
                ['List', nameOf(record)],
                ['Filters', <Filters record={record} />],
                ['Kept until', <Time at={record.expiresAt} exact />],
              ]}
            />
          </Card>
        </>
      ),
    };
  },
});

const nameOf = ({ list }: Export) => words(list.replace('-', '_'));

function Standing({ record }: { record: Export }) {
  const rows = plural(record.rows, 'row');
  if (record.status === 'failed') return <Notice tone="danger">{record.failureMessage}</Notice>;
  if (record.url === null)
    return (
      <Notice tone="info" title={record.rows === 0 ? 'The file is being written' : `${rows} so far`}>
        A long list takes some minutes. You can leave this page: its address stays the same.
      </Notice>
    );
  return (
    <>
      <Notice tone="success" title={`The file is ready, with ${rows}`}>
        {record.truncated
          ? 'There were more than one file holds. Narrow the filters, and export the others too.'
          : 'Amounts are in units of their currency, and moments in UTC.'}{' '}
        The link works for ten minutes: load this page again for a new one.
      </Notice>
      <div class="buttons">
        <ButtonLink icon="download" href={record.url}>
          Download CSV
        </ButtonLink>
      </div>
    </>
  );
}

/** Names that say little as a word. */
const LABELS: Readonly<Record<string, string>> = {
  createdAfter: 'From',
  createdBefore: 'Before',
  q: 'Name begins with',
  sort: 'Order',
};

function Filters({ record: { filters } }: { record: Export }) {
  const set = Object.entries(filters);
  if (set.length === 0) return <>None: the whole list</>;
  return (
    <>
      {set.map(([name, value], index) => (
        <>
          {index > 0 && ', '}
          {LABELS[name] ?? words(name)}: <Value name={name} value={value} />
        </>
      ))}
    </>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  // The first moment that is in the list: the API's bound is not.
  if (name === 'createdAfter') return <Time at={iso(Date.parse(value) + 1)} exact />;
  if (name === 'createdBefore') return <Time at={value} exact />;
  if (value === OLDEST_FIRST.value) return <>{OLDEST_FIRST.label}</>;
  // An ID, or what somebody typed.
  return /^[a-z_]+$/.test(value) ? words(value) : <Code>{value}</Code>;
}
