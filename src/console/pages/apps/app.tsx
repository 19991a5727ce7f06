// One app: its details, a new secret, and revoking it. All three disconnect everyone.
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import { writesAsOwnAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { ACCESS, AppFields, appInput, atCallbacks, shownSecret } from './app-parts.tsx';

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.app ?? '' } });

export const appPage = placePage({
  path: '/apps/:app',
  proves: ['update', 'rotate', 'revoke'],
  show: async (at) => {
    const app = await at.run(appOperations.getApp, paramsOf(at));
    const changes = writesAsOwnAccount(at.place);
    const { version } = app;
    const connected = app.connections === 0 ? 'Nobody' : plural(app.connections, 'connection');
    return {
      title: app.name,
      body: (
        <>
          <PageHead title={app.name} back={{ href: at.to('/apps'), label: 'Apps' }} />
          <Card>
            <Facts
              facts={[
                ['Client ID', <Code>{app.clientId}</Code>],
                ['Access', ACCESS[app.access]],
                ['Connected', connected],
                ['Created', <Time at={app.createdAt} exact />],
                ...(changes ? [] : [['Callback URLs', app.redirectUris.join(', ')] as const]),
              ]}
            />
          </Card>
          {changes && (
            <Card title="Settings">
              <Form action="update" seen={version}>
                <Notice tone="warning">
                  Saving disconnects everyone who connected this app, because they agreed to the old settings.
                  They have to connect again.
                </Notice>
                <AppFields app={app} />
                <Proof action="update" />
                <Button>Save and disconnect all users</Button>
              </Form>
            </Card>
          )}
          {changes && (
            <Card title="Secret">
              <p>
                Create a new secret if the old one may have leaked. The old one stops working immediately.
              </p>
              <Buttons>
                <Confirm
                  action="rotate"
                  label="Create new secret"
                  title={`Create a new secret for ${app.name}?`}
                  confirm="Create new secret"
                  seen={version}
                >
                  <p>
                    The current secret stops working now, and everyone is disconnected. This cannot be undone.
                  </p>
                </Confirm>
                <Confirm
                  action="revoke"
                  label="Revoke app"
                  title={`Revoke ${app.name}?`}
                  confirm="Revoke app"
                  seen={version}
                >
                  <p>The app stops working, and everyone is disconnected. This cannot be undone.</p>
                </Confirm>
              </Buttons>
            </Card>
          )}
        </>
      ),
    };
  },
  actions: {
    update: async (at, form) => {
      const body = { ...appInput(form), version: form.version };
      await atCallbacks(form, () => at.run(appOperations.updateApp, { ...paramsOf(at), body }));
      return at.go(at.url.pathname, 'Saved. Everyone was disconnected.');
    },
    rotate: async (at, form) => {
      const body = { version: form.version };
      const app = await at.run(appOperations.rotateAppSecret, { ...paramsOf(at), body });
      return shownSecret(at, app, 'Your new client secret');
    },
    revoke: async (at, form) => {
      const body = { version: form.version };
      const app = await at.run(appOperations.revokeApp, { ...paramsOf(at), body });
      return at.go(at.to('/apps'), `${app.name} was revoked.`);
    },
  },
});
