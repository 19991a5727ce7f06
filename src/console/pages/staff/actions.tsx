// Staff actions with their reasons.
import { Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
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
              <EmptyState title="No entries yet" icon="log">
                {Object.keys(query).length > 0
                  ? 'Nothing matches these filters. Names and IDs are written out in full.'
                  : 'Decisions of the staff appear here, with who made them and why.'}
              </EmptyState>
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
