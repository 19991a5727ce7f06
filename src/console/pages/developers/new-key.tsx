// Creating a key. The form's answer shows its secret, once; the secret is never part of a URL.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import { clientsOf, KeyFields, keyInput } from './key-fields.tsx';
import { changesKeys, shownSecrets } from './key-parts.tsx';

export const WHO_CREATES_KEYS = 'Owners and admins of the account create keys.';

export const newKeyPage = placePage({
  path: '/keys/new',
  proves: ['create'],
  show: async (at) => {
    if (!changesKeys(at)) throw new AppError('permission_denied', WHO_CREATES_KEYS);
    const clients = await clientsOf(at, null);
    return {
      title: 'Create API key',
      body: (
        <>
          <PageHead title="Create API key" back={{ href: at.to('/keys'), label: 'API keys' }}>
            The secret is shown once, when the key is created.
          </PageHead>
          <Card>
            <Form action="create" enters="Create API key">
              <KeyFields at={at} keyOf={null} clients={clients} />
              <TextField
                name="webhookUrl"
                label="Webhook URL"
                type="url"
                maxlength={2048}
                hint="Events are sent to this https:// address. You can set it later."
              />
              <Proof action="create" />
              <Button>Create API key</Button>
            </Form>
          </Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const body = { ...keyInput(form), webhookUrl: form.orNull('webhookUrl') };
      const key = await at.run(keyOperations.createKey, { body });
      return shownSecrets(at, key, { ...key, title: 'Your new key' });
    },
  },
});
