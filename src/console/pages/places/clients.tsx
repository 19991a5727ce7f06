// The brands that a partner manages, with links to them: the partner's people act there in their own role.
import { notFound } from '../../../kit/error.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { State, stateOptions } from './states.tsx';

export const clientsPage = placePage({
  path: '/clients',
  show: async (at) => {
    if (at.place.type !== 'partner') throw notFound('page');
    const { items, nextCursor } = await at.run('GET /v1/brands', {
      query: {
        status: at.query('status'),
        cursor: at.query('cursor'),
      },
    });
    return {
      title: 'Clients',
      body: (
        <>
          <PageHead title="Clients">Brands that {at.place.name} works for. Open one to work in it.</PageHead>
          <Filters
            filters={[
              { name: 'status', label: 'Status', options: stateOptions('Any status', ['active', 'ended']) },
            ]}
          />
          <Card flush>
            {items.length === 0 && at.query('status') ? (
              <NoneMatch title="No clients with this status" icon="people" all={at.url.pathname} />
            ) : items.length === 0 ? (
              <EmptyState
                title="No clients yet"
                icon="people"
                action={<ButtonLink href={at.to('/keys')}>API keys</ButtonLink>}
              >
                A client is a brand whose programs, creators and payments you manage. Clients are added
                through the API: create a key first.
              </EmptyState>
            ) : (
              <Table
                label="Clients"
                rows={items}
                columns={[
                  { label: 'Brand', main: true, cell: (one) => <a href={`/app/${one.id}/`}>{one.name}</a> },
                  { label: 'Status', cell: (one) => <State status={one.status} /> },
                  { label: 'Since', cell: (one) => <Time at={one.createdAt} /> },
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});
