// A key's failed requests of the last seven days, by the minute.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { Badge, Card } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { count, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { KeyHead } from './key-parts.tsx';

export const problemsPage = placePage({
  path: '/keys/:key/problems',
  show: async (at) => {
    const params = { id: at.params.key ?? '' };
    const [key, { items, nextCursor }] = await Promise.all([
      at.run(keyOperations.getKey, { params }),
      at.run(keyOperations.listKeyProblems, { params, query: at.given('cursor') }),
    ]);
    return {
      title: `Errors of ${key.name}`,
      body: (
        <>
          <KeyHead at={at} keyOf={key} tab="problems" />
          <Card flush>
            {items.length === 0 ? (
              <EmptyState title="No failed requests in the last 7 days" icon="check">
                Failed requests appear here within seconds.
              </EmptyState>
            ) : (
              <Table
                label={`Errors of ${key.name}`}
                rows={items}
                columns={[
                  {
                    label: 'Error',
                    main: true,
                    cell: ({ code, about }) => <TwoLines title={code}>{about}</TwoLines>,
                  },
                  {
                    label: 'Status',
                    cell: ({ status }) => (
                      <Badge tone={status !== null && status >= 500 ? 'danger' : 'warning'}>
                        {String(status ?? '')}
                      </Badge>
                    ),
                  },
                  {
                    label: 'Request',
                    cell: ({ route }) => (route === '*' ? 'Various' : <Code>{route}</Code>),
                  },
                  { label: 'Minute', cell: (one) => <Time at={one.at} exact /> },
                  { label: 'Times', numeric: true, cell: (one) => count(one.count) },
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
