// The account's own apps, which ask other people for access.
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { ACCESS, changesApps } from './app-parts.tsx';

export const appsPage = placePage({
  path: '/apps',
  show: async (at) => {
    const apps = await at.run(appOperations.listApps);
    const create = changesApps(at) && (
      <ButtonLink href={at.to('/apps/new')} icon="plus">
        New app
      </ButtonLink>
    );
    return {
      title: 'Apps',
      body: (
        <>
          <PageHead title="Apps" action={create}>
            With an app you ask people of other accounts for access to theirs. For your own account a key is
            enough.
          </PageHead>
          <Card flush>
            {apps.length === 0 ? (
              <EmptyState title="No apps yet" icon="apps" action={create}>
                Make one when your program is to work in accounts of others.
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
                  { label: 'Made', cell: (app) => <Time at={app.createdAt} /> },
                ]}
              />
            )}
          </Card>
        </>
      ),
    };
  },
});
