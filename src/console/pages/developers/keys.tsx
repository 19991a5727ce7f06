// The account's API keys.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Filters } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import { KeyState, LEVELS } from './key-parts.tsx';
import { WHO_CREATES_KEYS } from './new-key.tsx';

export const keysPage = placePage({
  path: '/keys',
  show: async (at) => {
    const { items, nextCursor } = await at.run(keyOperations.listKeys, {
      query: at.given('status', 'cursor'),
    });
    const revoked = at.query('status') === 'revoked';
    const refused = whyNot(WHO_CREATES_KEYS)(at);
    const create = (
      <ButtonLink href={at.to('/keys/new')} icon="plus" refused={refused}>
        Create API key
      </ButtonLink>
    );
    return {
      title: 'API keys',
      body: (
        <>
          <PageHead title="API keys" action={create}>
            Your programs use them to call the <a href="/docs">API</a> for this account.
          </PageHead>
          <Filters
            filters={[
              {
                name: 'status',
                label: 'Show',
                options: [
                  { value: '', label: 'Active' },
                  { value: 'revoked', label: 'Revoked' },
                ],
              },
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <EmptyState
                title={revoked ? 'No revoked keys' : 'No keys yet'}
                icon="key"
                action={!revoked && refused === null && create}
              >
                {revoked
                  ? 'Keys that you revoke appear here, with their events.'
                  : 'Create one for each program that calls the API, so you can revoke each by itself.'}
              </EmptyState>
            ) : (
              <Table
                label="Keys"
                rows={items}
                columns={[
                  {
                    label: 'Key',
                    main: true,
                    cell: (key) => (
                      <TwoLines href={at.to(`/keys/${key.id}`)} title={key.name}>
                        {key.id}
                      </TwoLines>
                    ),
                  },
                  { label: 'Permissions', cell: (key) => LEVELS[key.access] },
                  {
                    label: 'Last used',
                    cell: (key) => (key.lastUsedAt ? <Time at={key.lastUsedAt} exact /> : 'Never'),
                  },
                  { label: 'Created', cell: (key) => <Time at={key.createdAt} /> },
                  { label: 'State', cell: (key) => <KeyState keyOf={key} /> },
                  {
                    label: 'Webhook',
                    cell: (key) => (
                      <a href={at.to(`/keys/${key.id}/events`)}>
                        Events<span class="only-heard"> of {key.name}</span>
                      </a>
                    ),
                  },
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
