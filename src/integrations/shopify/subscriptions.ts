// Subscribes to webhooks. Shopify deletes a subscription whose deliveries keep failing, so this runs again and again.
import * as z from 'zod';
import { readList } from '../provider/read-list.ts';
import { ShopError } from '../shops/error.ts';
import type { ShopSession } from '../shops/platform.ts';
import { change, NextPage, read } from './client.ts';
import { SHOPIFY } from './outcome.ts';
import { TOPICS, type Topic } from './topics.ts';

const LIST = `query Subscriptions($after: String) {
  currentAppInstallation { accessScopes { handle } }
  webhookSubscriptions(first: 100, after: $after) {
    nodes { id topic uri format filter includeFields metafieldNamespaces }
    pageInfo { hasNextPage endCursor }
  }
}`;
const CREATE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $to: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $to) { webhookSubscription { id } userErrors { field message } }
}`;
const DELETE = `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`;

const Subscription = z.object({
  id: z.string().regex(/^gid:\/\/shopify\/WebhookSubscription\/\d+$/),
  topic: z.string(),
  uri: z.string(),
  format: z.string(),
  filter: z.string().nullable(),
  includeFields: z.array(z.string()),
  metafieldNamespaces: z.array(z.string()),
});
type Subscription = z.output<typeof Subscription>;
const Listed = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  webhookSubscriptions: z.object({ nodes: z.array(Subscription), pageInfo: NextPage }),
});
const Created = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: z.string() }) }),
});
const Deleted = z.object({
  webhookSubscriptionDelete: z.object({ deletedWebhookSubscriptionId: z.string() }),
});

/**
 * New subscriptions are made before those at other addresses are deleted, so that no webhook falls in between. Topics for
 * which the shop has not given the permission are left out.
 */
export async function subscribe(session: ShopSession, url: string): Promise<void> {
  const { listed, granted } = await listAll(session);
  for (const wanted of TOPICS.filter(({ scope }) => scope === undefined || granted.has(scope))) {
    const own = listed.filter(({ topic }) => topic === wanted.topic);
    const kept = own.find((one) => isWanted(one, wanted, url));
    const others = own.filter((one) => one !== kept);
    // Shopify takes one subscription for a topic and an address, so one there that asks for other fields goes first.
    for (const { id } of others.filter(({ uri }) => uri === url)) await unsubscribe(session, id);
    if (!kept) await make(session, wanted, url);
    for (const { id } of others.filter(({ uri }) => uri !== url)) await unsubscribe(session, id);
  }
}

function isWanted(one: Subscription, { topic, includeFields }: Topic, url: string): boolean {
  const fields = new Set(one.includeFields);
  return (
    one.topic === topic &&
    one.uri === url &&
    one.format === 'JSON' &&
    !one.filter &&
    one.metafieldNamespaces.length === 0 &&
    fields.size === includeFields.length &&
    includeFields.every((field) => fields.has(field))
  );
}

/** The subscriptions, and the permissions that the shop has given. */
async function listAll(session: ShopSession): Promise<{ listed: Subscription[]; granted: Set<string> }> {
  const granted = new Set<string>();
  const listed = await readList(SHOPIFY, async (after: string | null) => {
    const page = await read(session, { query: LIST, variables: { after } }, Listed);
    for (const { handle } of page.currentAppInstallation.accessScopes) granted.add(handle);
    return { items: page.webhookSubscriptions.nodes, next: page.webhookSubscriptions.pageInfo };
  });
  return { listed, granted };
}

async function make(session: ShopSession, wanted: Topic, uri: string): Promise<void> {
  const { topic, includeFields } = wanted;
  const variables = { topic, to: { uri, format: 'JSON', includeFields } };
  await change(session, { query: CREATE, variables }, Created).catch(
    unless(session, (listed) => listed.some((one) => isWanted(one, wanted, uri))),
  );
}

async function unsubscribe(session: ShopSession, id: string): Promise<void> {
  await change(session, { query: DELETE, variables: { id } }, Deleted).catch(
    unless(session, (listed) => !listed.some((one) => one.id === id)),
  );
}

/** Shopify rejects a change that another process made at the same time. Then nothing is left to do. */
const unless =
  (session: ShopSession, isDone: (listed: Subscription[]) => boolean) =>
  async (error: unknown): Promise<void> => {
    const isRejected = error instanceof ShopError && error.kind === 'invalid';
    if (!isRejected || !isDone((await listAll(session)).listed)) throw error;
  };
