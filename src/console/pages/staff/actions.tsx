// Staff actions with their reasons.
import { Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager } from '../../components/table.tsx';
import { staffPage } from '../../page.ts';
import { ActionTable } from './action-table.tsx';

export const actionsPage = staffPage({
  path: '/actions',
  show: async (at) => {
    const query = at.given('staff', 'subject', 'cursor');
    const { items, nextCursor } = await at.run('GET /internal/v1/actions', { query });
    return {
      title: 'Audit log',
      body: (
        <>
          <PageHead title="Audit log">
            Every decision of the staff, made on pages and with tokens. Entries are kept for good.
          </PageHead>
          <Filters
            filters={[
              { name: 'staff', label: 'Who', kind: 'text', placeholder: 'A name' },
              { name: 'subject', label: 'About', kind: 'text', placeholder: 'An ID' },
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <None all={at.url.pathname} filtered={Object.keys(query).length > 0} />
            ) : (
              <ActionTable actions={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

const None = ({ all, filtered }: { all: string; filtered: boolean }) =>
  filtered ? (
    <NoneMatch title="No entries match" icon="log" all={all}>
      Names and IDs are written out in full.
    </NoneMatch>
  ) : (
    <EmptyState title="No entries yet" icon="log">
      Decisions of the staff appear here, with who made them and why.
    </EmptyState>
  );
