// Subscriptions to webhooks, as an app makes, changes and deletes them.
import type { Call, Roots } from './call.ts';
import { connection, type Paging, search } from './lists.ts';
import { denied, neededByTopic } from './scopes.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type Node } from './world.ts';

const VERSION = '2026-07';

const view = (one: Node) => ({
  __typename: 'WebhookSubscription',
  id: one.id,
  legacyResourceId: legacy(one.id),
  topic: one.topic,
  uri: one.uri,
  callbackUrl: one.uri,
  format: one.format,
  filter: one.filter,
  includeFields: one.includeFields,
  metafieldNamespaces: one.metafieldNamespaces,
  name: one.name,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
  apiVersion: { handle: one.version, displayName: one.version, supported: true },
});

const mine = ({ world, client }: Call) => world.all('subscription').filter((one) => one.client === client);

interface UserError {
  field: string[] | null;
  message: string;
}
const refused = (field: string[] | null, message: string) => ({
  webhookSubscription: null,
  userErrors: [{ field, message }] as UserError[],
});

/** Only https; a machine of one's own is the simulator's exception. */
function wrongAddress(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri === '') return "can't be blank";
  if (!URL.canParse(uri)) return 'is invalid';
  const { protocol, hostname, username } = new URL(uri);
  const local = /^(127\.0\.0\.1|localhost)$/.test(hostname);
  if (username !== '') return 'is invalid';
  if (protocol === 'https:' || (protocol === 'http:' && local)) return null;
  return protocol === 'http:' ? 'protocol http:// is not supported' : 'protocol is not supported';
}

const ADDRESS = ['webhookSubscription', 'callbackUrl'];

/** What an input says, or why it is refused. */
function read(call: Call, topic: string, input: Fields, known: Node | null) {
  const uri = input.uri ?? input.callbackUrl ?? known?.uri;
  const wrong = wrongAddress(uri);
  if (wrong) return refused(ADDRESS, `Address ${wrong}`);
  if (input.format === 'XML')
    return refused(['webhookSubscription', 'format'], 'The simulator sends JSON alone');
  const filter = input.filter ?? known?.filter ?? null;
  const taken = mine(call).some(
    (one) => one.id !== known?.id && one.topic === topic && one.uri === uri && one.filter === filter,
  );
  if (taken) return refused(ADDRESS, 'Address for this topic has already been taken');
  return {
    uri,
    filter,
    topic,
    format: 'JSON',
    includeFields: input.includeFields ?? known?.includeFields ?? [],
    metafieldNamespaces: input.metafieldNamespaces ?? known?.metafieldNamespaces ?? [],
    name: input.name ?? known?.name ?? null,
  };
}

function checkTopic({ scopes }: Call, topic: string): UserError | null {
  const needed = neededByTopic(topic);
  if (needed === null) return { field: ['topic'], message: `The simulator does not send ${topic}` };
  if (needed === '' || scopes.has(needed)) return null;
  const message = `You do not have permission to create or update webhooks with ${topic.toLowerCase()} topic. ${denied('this topic', needed).message}`;
  return { field: ['topic'], message };
}

function subscriptions(args: Fields, call: Call): Node[] {
  const chosen = mine(call).filter(
    (one) =>
      (!args.topics || args.topics.includes(one.topic)) &&
      (!args.uri || one.uri === args.uri) &&
      (!args.callbackUrl || one.uri === args.callbackUrl),
  );
  const terms = {
    id: (one: Node) => legacy(one.id),
    endpoint: (one: Node) => one.uri,
    topic: (one: Node) => one.topic,
  };
  return search(chosen, args.query, terms, call, 'webhookSubscriptions');
}

export const WEBHOOK_ROOTS: Roots = {
  QueryRoot: {
    webhookSubscription({ id }, call) {
      const found = mine(call).find((one) => one.id === id);
      return found ? view(found) : null;
    },
    webhookSubscriptions(args, call) {
      const listed = subscriptions(args, call).map((one) => ({ id: one.id, key: one.createdAt, one }));
      return connection(listed, args as Paging, ({ one }) => view(one));
    },
    webhookSubscriptionsCount: (args, call) => ({
      count: subscriptions(args, call).length,
      precision: 'EXACT',
    }),
  },
  Mutation: {
    webhookSubscriptionCreate({ topic, webhookSubscription: input }, call) {
      const { world, client } = call;
      const forbidden = checkTopic(call, topic);
      if (forbidden) return { webhookSubscription: null, userErrors: [forbidden] };
      const what = read(call, topic, input, null);
      if ('userErrors' in what) return what;
      const node = world.add('subscription', '', {
        ...what,
        id: gid('WebhookSubscription', world.number()),
        client,
        version: VERSION,
        createdAt: world.at(),
        updatedAt: world.at(),
      });
      return { webhookSubscription: view(node), userErrors: [] };
    },
    webhookSubscriptionUpdate({ id, webhookSubscription: input }, call) {
      const known = mine(call).find((one) => one.id === id);
      if (!known) return refused(['id'], 'Webhook subscription does not exist');
      const what = read(call, known.topic, input, known);
      if ('userErrors' in what) return what;
      const node = call.world.save({ ...known, ...what, updatedAt: call.world.at() });
      return { webhookSubscription: view(node), userErrors: [] };
    },
    webhookSubscriptionDelete({ id }, call) {
      const known = mine(call).find((one) => one.id === id);
      if (!known)
        return {
          deletedWebhookSubscriptionId: null,
          userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
        };
      call.world.remove(known.id);
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  },
};
