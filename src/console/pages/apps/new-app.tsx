// Creating an app. The form's answer shows its secret, once; the secret is never part of a URL.
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import { writesAsOwnAccount } from '../../rights.ts';
import { AppFields, appInput, atCallbacks, shownSecret } from './app-parts.tsx';

export const WHO_CREATES_APPS = 'Owners and admins of the account create apps.';

export const newAppPage = placePage({
  path: '/apps/new',
  proves: ['create'],
  show: (at) => {
    if (!writesAsOwnAccount(at.place)) throw new AppError('permission_denied', WHO_CREATES_APPS);
    return {
      title: 'Create app',
      body: (
        <>
          <PageHead title="Create app" back={{ href: at.to('/apps'), label: 'Apps' }} />
          <Card>
            <Form action="create">
              <AppFields app={null} />
              <Proof action="create" />
              <Button>Create app</Button>
            </Form>
          </Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const app = await atCallbacks(form, () => at.run(appOperations.createApp, { body: appInput(form) }));
      return shownSecret(at, app, 'Your new app');
    },
  },
});
