// The apps that people of this account have given access.
import type { ConnectedApp } from '../../../domains/accounts/apps/list-grants.ts';
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { ACCESS } from './app-parts.tsx';

const rowOf = ({ appId, personId }: ConnectedApp) => `${appId}.${personId}`;

export const connectedAppsPage = placePage({
  path: '/connected-apps',
  show: async (at) => {
    const { items: apps, nextCursor } = await at.run(appOperations.listGrants, {
      query: at.given('cursor'),
    });
    return {
      title: 'Connected apps',
      body: (
        <>
          <PageHead title="Connected apps">
            Each app acts for the person who connected it, and can do no more than that person.
          </PageHead>
          <Card flush>
            {apps.length === 0 ? (
              <EmptyState title="No app is connected" icon="apps">
                An app asks for access on its own site, by “Connect” or “Sign in”. Apps that you allow appear
                here.
              </EmptyState>
            ) : (
              <Table
                label="Connected apps"
                rows={apps}
                columns={[
                  {
                    label: 'App',
                    main: true,
                    cell: (app) => (
                      <TwoLines title={app.name}>{app.selfRegistered && 'It gave itself its name.'}</TwoLines>
                    ),
                  },
                  { label: 'Connected by', cell: (app) => app.person },
                  { label: 'Access', cell: (app) => ACCESS[app.access] },
                  { label: 'Since', cell: (app) => <Time at={app.connectedAt} /> },
                  {
                    label: 'Last used',
                    cell: (app) => (app.lastUsedAt ? <Time at={app.lastUsedAt} exact /> : 'Never'),
                  },
                  {
                    label: 'Disconnect',
                    actions: true,
                    cell: (app) => (
                      <Confirm
                        action="disconnect"
                        id={rowOf(app)}
                        label="Disconnect"
                        title={`Disconnect ${app.name} of ${app.person}?`}
                        confirm="Disconnect"
                        small
                      >
                        <p>The app loses access to this account. To come back, it has to ask again.</p>
                      </Confirm>
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
  actions: {
    disconnect: async (at, form) => {
      const [id = '', personId = ''] = form.text('_id').split('.');
      await at.run(appOperations.disconnectApp, { params: { id }, body: { personId } });
      return at.go(at.url.pathname, 'Disconnected.');
    },
  },
});
