// One key: its permissions, its webhook, a new secret, and revoking it.
import { type AccountKey, KEEP_HOURS } from '../../../domains/accounts/keys/account-key.ts';
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form, Seen } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { clientsOf, KeyFields, keyInput } from './key-fields.tsx';
import { changesKeys, KeyHead, LEVELS, shownSecrets } from './key-parts.tsx';

const KEPT: Record<(typeof KEEP_HOURS)[number], string> = {
  0: 'Immediately',
  1: 'In one hour',
  24: 'In one day',
  168: 'In seven days',
};

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.key ?? '' } });

export const keyPage = placePage({
  path: '/keys/:key',
  proves: ['update', 'webhook', 'stop', 'roll', 'revoke'],
  show: async (at) => {
    const key = await at.run(keyOperations.getKey, paramsOf(at));
    const clients = await clientsOf(at, key);
    const changes = changesKeys(at, key);
    return {
      title: key.name,
      body: (
        <>
          <KeyHead at={at} keyOf={key} tab="settings" />
          <KeyFacts keyOf={key} />
          {changes && (
            <Card title="Settings">
              <Form action="update" enters="Save" seen={key.version}>
                <KeyFields at={at} keyOf={key} clients={clients} />
                <Proof action="update" />
                <Button>Save</Button>
              </Form>
            </Card>
          )}
          <Webhook keyOf={key} changes={changes} />
          {changes && <Ends keyOf={key} />}
        </>
      ),
    };
  },
  actions: {
    update: async (at, form) => {
      await at.run(keyOperations.updateKey, {
        ...paramsOf(at),
        body: { ...keyInput(form), version: form.version },
      });
      return at.go(at.url.pathname, 'Saved.');
    },
    webhook: async (at, form) => {
      const body = { webhookUrl: form.text('webhookUrl'), version: form.version };
      const key = await at.run(keyOperations.updateKeyWebhook, { ...paramsOf(at), body });
      return shownSecrets(at, key, {
        title: 'Your new signing secret',
        secret: null,
        webhookSecret: key.webhookSecret,
      });
    },
    stop: async (at, { version }) => {
      const body = { webhookUrl: null, version };
      await at.run(keyOperations.updateKeyWebhook, { ...paramsOf(at), body });
      return at.go(at.url.pathname, 'Events are no longer sent.');
    },
    roll: async (at, form) => {
      const body = { keepHours: form.number('keepHours'), version: form.version };
      const key = await at.run(keyOperations.rollKey, { ...paramsOf(at), body });
      return shownSecrets(at, key, { ...key, title: 'Your new secret' });
    },
    revoke: async (at) => {
      const key = await at.run(keyOperations.revokeKey, paramsOf(at));
      return at.go(at.to('/keys'), `${key.name} was revoked.`);
    },
  },
});

function KeyFacts({ keyOf }: { keyOf: AccountKey }) {
  return (
    <Card>
      <Facts
        facts={[
          ['ID', <Code>{keyOf.id}</Code>],
          ['Permissions', LEVELS[keyOf.access]],
          ['Scopes', keyOf.scopes === null ? 'All that its permissions allow' : keyOf.scopes.join(', ')],
          ...(keyOf.clients.length > 0
            ? [['Clients for advertising', keyOf.clients.map(({ name }) => name).join(', ')] as const]
            : []),
          ['Allowed origins', keyOf.origins.length > 0 ? keyOf.origins.join(', ') : 'None'],
          ['Created', <Time at={keyOf.createdAt} exact />],
          ['Last used', keyOf.lastUsedAt ? <Time at={keyOf.lastUsedAt} exact /> : 'Never'],
          ...(keyOf.oldSecretUntil
            ? [['The old secret ends', <Time at={keyOf.oldSecretUntil} exact />] as const]
            : []),
        ]}
      />
    </Card>
  );
}

function Webhook({ keyOf, changes }: { keyOf: AccountKey; changes: boolean }) {
  return (
    <Card title="Webhook">
      {keyOf.webhookGoneAt && (
        <Notice tone="warning" title="Your receiver answered 410 Gone">
          It answered 410 on <Time at={keyOf.webhookGoneAt} exact />. Set a URL to clear this.
        </Notice>
      )}
      {!changes && <Facts facts={[['URL', keyOf.webhookUrl]]} />}
      {changes && (
        <Form action="webhook" seen={keyOf.version}>
          <TextField
            name="webhookUrl"
            label="URL"
            type="url"
            required
            maxlength={2048}
            value={keyOf.webhookUrl}
            hint="Saving creates a new signing secret. At the same URL, the old one keeps working for 24 hours."
          />
          <Proof action="webhook" />
          <Button look="secondary">{keyOf.webhookUrl ? 'Save and create new secret' : 'Set URL'}</Button>
        </Form>
      )}
      {changes && keyOf.webhookUrl && (
        <Buttons>
          <Confirm
            action="stop"
            label="Stop events"
            title={`Stop the events of ${keyOf.name}?`}
            confirm="Stop events"
            seen={keyOf.version}
          >
            <Seen name="URL" now={keyOf.webhookUrl} />
            <p>Nothing is sent to {keyOf.webhookUrl} any more, and what is still on its way there fails.</p>
          </Confirm>
        </Buttons>
      )}
    </Card>
  );
}

function Ends({ keyOf }: { keyOf: AccountKey }) {
  return (
    <Card title="Secret">
      <p>
        A secret does not expire. Roll it when somebody who knew it leaves. Revoke the key when nothing uses
        it.
      </p>
      <Buttons>
        <Confirm
          action="roll"
          label="Roll secret"
          title={`Roll the secret of ${keyOf.name}?`}
          confirm="Create new secret"
          look="primary"
          seen={keyOf.version}
        >
          <p>
            The new secret is shown once. The current one keeps working for the time that you choose here.
          </p>
          <Choices
            name="keepHours"
            label="Expire current key"
            required
            chosen={['24']}
            options={KEEP_HOURS.map((hours) => ({ value: String(hours), label: KEPT[hours] }))}
          />
        </Confirm>
        <Confirm action="revoke" label="Revoke key" title={`Revoke key ${keyOf.name}?`} confirm="Revoke key">
          <p>
            Requests with this key fail from now on, and no events are sent to its URL. This cannot be undone.
          </p>
        </Confirm>
      </Buttons>
    </Card>
  );
}
