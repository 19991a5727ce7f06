// The shop, the app in it, and whatever is found by its ID alone.
import { GraphQLError } from 'graphql';
import { readOperation } from './bulk.ts';
import type { Call, Root, Roots } from './call.ts';
import { shopNumber } from './deliveries.ts';
import { readDiscount } from './discount-roots.ts';
import { readDraft } from './draft-roots.ts';
import { appOf } from './oauth.ts';
import { readOrder } from './order-roots.ts';
import { readProduct, readVariant } from './product-roots.ts';
import { denied, expanded, TO_READ } from './scopes.ts';
import { uninstall } from './uninstall.ts';
import { gid, type World } from './world.ts';

const scopeView = (handle: string) => ({ handle, description: handle.replaceAll('_', ' ') });

export function shopView(world: World) {
  const owner = world.owner();
  return {
    __typename: 'Shop',
    id: gid('Shop', shopNumber(world)),
    name: owner.name,
    myshopifyDomain: world.shop,
    primaryDomain: {
      ...{ __typename: 'Domain', id: gid('Domain', shopNumber(world)), host: owner.domain },
      ...{ sslEnabled: true, url: `https://${owner.domain}` },
    },
    url: `https://${owner.domain}`,
    email: owner.email,
    contactEmail: owner.email,
    currencyCode: owner.currency,
    enabledPresentmentCurrencies: [owner.currency],
    ianaTimezone: owner.timezone,
    timezoneOffset: '-0500',
    taxesIncluded: owner.taxesIncluded,
    orderNumberFormatPrefix: owner.prefix,
    orderNumberFormatSuffix: owner.suffix,
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: world.at(),
    plan: {
      ...{ displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false },
    },
  };
}

function appView({ world, client, installation }: Call) {
  const id = gid('App', installation.number);
  return { __typename: 'App', id, apiKey: client, title: appOf(world, client).title, handle: 'sim-app' };
}

const READERS: Record<string, Root> = {
  Order: ({ id }, call) => readOrder(id, call),
  Product: ({ id }, call) => readProduct(id, call),
  ProductVariant: ({ id }, call) => readVariant(id, call),
  BulkOperation: readOperation,
  DraftOrder: (args, call) => readDraft(args, call),
  DiscountCodeNode: (args, call) => readDiscount(args, call),
};

function node(id: string, call: Call): unknown {
  const type = /^gid:\/\/shopify\/(\w+)\/.+$/.exec(id)?.[1];
  if (!type)
    throw new GraphQLError(`Invalid global id '${id}'`, {
      extensions: { code: 'argumentLiteralsIncompatible' },
    });
  const needed = TO_READ[type];
  if (needed !== undefined && !call.scopes.has(needed)) throw denied(type, needed);
  return READERS[type]?.({ id }, call) ?? null;
}

export const SHOP_ROOTS: Roots = {
  QueryRoot: {
    shop: (_, { world }) => shopView(world),
    node: ({ id }, call) => node(id, call),
    nodes: ({ ids }, call) => {
      if (ids.length > 250)
        throw new GraphQLError('The input array size of 250 is exceeded', {
          extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
        });
      return ids.map((id: string) => node(id, call));
    },
    currentAppInstallation: (_, call) => ({
      __typename: 'AppInstallation',
      id: gid('AppInstallation', call.installation.number),
      accessScopes: expanded(call.installation.scopes).map(scopeView),
      app: appView(call),
      launchUrl: `https://${call.world.shop}/admin/apps/sim-app`,
      uninstallUrl: null,
    }),
  },
  Mutation: {
    appUninstall(_, call) {
      const app = appView(call);
      uninstall(call.world, call.client);
      return { app, userErrors: [] };
    },
    appRevokeAccessScopes({ scopes }, { world, installation }) {
      const has = new Set<string>(installation.scopes);
      const strange = scopes.find((one: string) => !has.has(one));
      if (strange) {
        const error = {
          field: ['scopes'],
          code: 'UNKNOWN_SCOPES',
          message: `The scope ${strange} is not granted.`,
        };
        return { revoked: null, userErrors: [error] };
      }
      const left = installation.scopes.filter((one: string) => !scopes.includes(one));
      world.save({ ...installation, scopes: left });
      return { revoked: scopes.map(scopeView), userErrors: [] };
    },
  },
};
