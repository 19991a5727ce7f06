// A partner has no ads of its own: its pages about them lead to those of its clients.
import { Card, PageHead } from '../../components/card.tsx';
import { Pager, Table } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { Outcome } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { NoneYet } from '../lists/list-page.tsx';

export async function ofClients(
  at: PlaceVisit,
  {
    title,
    path,
    none,
  }: {
    title: string;
    /** The clients' page, after /app/:place. */
    path: string;
    /** What needs a client, for partners without any. */
    none: string;
  },
): Promise<Outcome> {
  const { items, nextCursor } = await at.run('GET /v1/brands', {
    query: {
      status: 'active',
      cursor: at.query('cursor'),
    },
  });
  return {
    title,
    body: (
      <>
        <PageHead title={title}>Select a client to see its {title.toLowerCase()}.</PageHead>
        <Card flush>
          {items.length === 0 ? (
            <NoneYet
              at={at}
              list="clients"
              icon="people"
              text={none}
              next={{ path: '/clients', label: 'View clients' }}
            />
          ) : (
            <Table
              label="Clients"
              rows={items}
              columns={[
                {
                  label: 'Client',
                  main: true,
                  cell: (one) => <a href={`/app/${one.id}${path}`}>{one.name}</a>,
                },
                { label: 'Client since', cell: (one) => <Time at={one.createdAt} /> },
              ]}
            />
          )}
        </Card>
        <Pager next={nextCursor} />
      </>
    ),
  };
}
