// Shared parts of a key's pages: the heading, the tabs, and the page that shows its secret once.
import type { AccountKey } from '../../../domains/accounts/keys/account-key.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Badge, Card, PageHead, Tabs } from '../../components/card.tsx';
import { CodeBlock, SecretOnce } from '../../components/code.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { writesAsOwnAccount } from '../../rights.ts';
import type { PlaceVisit, Shown } from '../../visit.ts';

export const LEVELS = { read: 'Read', write: 'Read and write' } as const;

/** Whether the person can change keys here. */
export const changesKeys = (at: PlaceVisit, key?: AccountKey) =>
  writesAsOwnAccount(at.place) && !key?.revokedAt;

export function KeyHead({
  at,
  keyOf,
  tab,
}: {
  at: PlaceVisit;
  keyOf: AccountKey;
  tab: 'settings' | 'events' | 'problems';
}) {
  const path = at.to(`/keys/${keyOf.id}`);
  return (
    <>
      <PageHead title={keyOf.name} back={{ href: at.to('/keys'), label: 'API keys' }}>
        {`${LEVELS[keyOf.access]}, ${keyOf.lastUsedAt === null ? 'never used yet' : 'in use'}.`}
      </PageHead>
      {keyOf.revokedAt && (
        <Notice tone="warning" title="This key was revoked">
          On <Time at={keyOf.revokedAt} exact />. It opens nothing any more; what it was sent can still be
          read.
        </Notice>
      )}
      <Tabs
        label={`Parts of ${keyOf.name}`}
        tabs={[
          { href: path, label: 'Settings', current: tab === 'settings' },
          { href: `${path}/events`, label: 'Events', current: tab === 'events' },
          { href: `${path}/problems`, label: 'Errors', current: tab === 'problems' },
        ]}
      />
    </>
  );
}

export function KeyState({ keyOf }: { keyOf: AccountKey }) {
  if (keyOf.revokedAt) return <Badge tone="danger">Revoked</Badge>;
  if (keyOf.webhookGoneAt) return <Badge tone="warning">Webhook gone</Badge>;
  if (keyOf.oldSecretUntil) return <Badge tone="info">Rolling</Badge>;
  return <Badge tone="success">Active</Badge>;
}

/** The response that shows secrets. Leaving it loses them. */
export function shownSecrets(
  at: PlaceVisit,
  key: AccountKey,
  { title, secret, webhookSecret }: { title: string; secret: string | null; webhookSecret: string | null },
): Shown {
  return {
    title,
    body: (
      <>
        <PageHead title={title} back={{ href: at.to(`/keys/${key.id}`), label: key.name }} />
        {secret && (
          <SecretOnce name="key" secret={secret}>
            Store it where only your programs can read it. Anyone who has it can act for this account.
          </SecretOnce>
        )}
        {webhookSecret && (
          <SecretOnce name="signing secret" secret={webhookSecret}>
            Your receiver uses it to check that an event came from this service.
          </SecretOnce>
        )}
        {secret && (
          <Card title="Try it">
            <p>Put the key into a shell variable and read your account:</p>
            <CodeBlock
              label="command"
              text={`curl -H "Authorization: Bearer $KEY" ${at.vars.PUBLIC_URL}/v1/account`}
            />
          </Card>
        )}
        <p>
          <ButtonLink href={at.to(`/keys/${key.id}`)}>Done</ButtonLink>
        </p>
      </>
    ),
  };
}
