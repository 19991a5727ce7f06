// The account's own apps, which ask other people for access.
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import { ACCESS } from './app-parts.tsx';
import { WHO_CREATES_APPS } from './new-app.tsx';

export const appsPage = placePage({
  path: '/apps',
  show: async (at) => {
    const apps = await at.run(appOperations.listApps);
    const refused = whyNot(WHO_CREATES_APPS)(at);
    const create = (
      <ButtonLink href={at.to('/apps/new')} icon="plus" refused={refused}>
        Create app
      </ButtonLink>
    );
    return {
      title: 'Apps',
      body: (
        <>
          <PageHead title="Apps" action={create}>
            An app asks people for access to their accounts. For your own account, an API key is enough.
          </PageHead>
          <Card flush>
            {apps.length === 0 ? (
              <EmptyState title="No apps yet" icon="apps" action={refused === null && create}>
                Create one if your program works in other people's accounts.
              </EmptyState>
            ) : (
              <Table
                label="Apps"
                rows={apps}
                columns={[
                  {
                    label: 'App',
                    main: true,
                    cell: (app) => (
                      <TwoLines href={at.to(`/apps/${app.id}`)} title={app.name}>
                        {app.clientId}
                      </TwoLines>
                    ),
                  },
                  { label: 'Access', cell: (app) => ACCESS[app.access] },
                  {
                    label: 'Callbacks',
                    cell: (app) => plural(app.redirectUris.length, 'address', 'addresses'),
                  },
                  { label: 'Created', cell: (app) => <Time at={app.createdAt} /> },
                ]}
              />
            )}
          </Card>
        </>
      ),
    };
  },
});
