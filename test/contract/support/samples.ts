// What the loops over all routes need and a schema cannot tell: a record to name, and how to fill a list.

import * as z from 'zod';
import { BrandCreate } from '../../../src/domains/accounts/accounts/account-input.ts';
import { KeyUpdate } from '../../../src/domains/accounts/keys/key.ts';
import { ProductCreate } from '../../../src/domains/catalog/products/product.ts';
import { EmbedCreate } from '../../../src/domains/embedding/embeds/embed.ts';
import { ExportCreate } from '../../../src/domains/exporting/exports/export.ts';
import { ConversionCreate } from '../../../src/domains/measurement/conversions/conversion.ts';
import { PixelEventInput } from '../../../src/domains/measurement/pixel-events/event-input.ts';
import { PixelCreate } from '../../../src/domains/measurement/pixels/pixel.ts';
import { CreatorCodeCreate } from '../../../src/domains/work/creator-codes/creator-code.ts';
import type { ApiRoute, KeyAccess } from '../../../src/http/define-route.ts';
import type { Route } from '../../../src/http/route.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import * as clock from '../../harness/clock.ts';
import { routes as all } from '../../harness/routes.ts';
import { mintCreator } from '../../harness/work/creators.ts';
import { mintProgram } from '../../harness/work/programs.ts';
import { call, type Minted, mintAccount, testEnv } from '../../harness/world.ts';
import { AD_BODIES, AD_LISTS, AD_RECORDS } from './ad-samples.ts';
import { CONNECTION_LISTS, CONNECTION_RECORDS } from './connection-samples.ts';
import { CREATOR_LISTS, CREATOR_RECORDS } from './creator-samples.ts';
import { MONEY_LISTS, MONEY_RECORDS } from './money-samples.ts';
import { PAYMENT_LISTS, PAYMENT_RECORDS } from './payment-samples.ts';
import { PAYOUT_LISTS, PAYOUT_RECORDS } from './payout-samples.ts';
import { POST_LISTS, POST_RECORDS } from './post-samples.ts';
import { SAMPLE_LISTS, SAMPLE_RECORDS } from './product-sample-samples.ts';
import { RETAINER_LISTS, RETAINER_RECORDS } from './retainer-samples.ts';
import { THREAD_LISTS, THREAD_RECORDS } from './thread-samples.ts';

/** An account that can own records of every kind: a partner, which can use a brand's endpoints as well. */
export type Owner = Minted;

async function post(owner: Owner, path: string, body: unknown): Promise<string> {
  const answer = await call('POST', path, { key: owner.key, body });
  if (answer.status >= 300)
    throw new Error(`POST ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

const makePixel = (owner: Owner) => post(owner, '/v1/pixels', exampleOf(PixelCreate));

async function makeEvent(owner: Owner): Promise<string> {
  const pixel = await makePixel(owner);
  return await post(owner, `/v1/pixels/${pixel}/events`, exampleOf(PixelEventInput));
}

/** An event that was sent to the owner's key: the key has a URL, and a brand was created. */
async function makeSentEvent(owner: Owner): Promise<string> {
  await call('PATCH', '/v1/keys/current', {
    key: owner.key,
    body: exampleOf(KeyUpdate),
  });
  await post(owner, '/v1/brands', { name: 'For an event' });
  const { body } = await call('GET', '/v1/events?limit=1', { key: owner.key });
  return body.data[0].id;
}

async function makeFile(owner: Owner): Promise<string> {
  const png = Uint8Array.from('\x89PNG\r\n\x1a\n', (c) => c.charCodeAt(0));
  const answer = await call('POST', '/v1/files?purpose=profile_picture', {
    key: owner.key,
    body: png,
    headers: { 'Content-Length': String(png.byteLength), 'Content-Type': 'image/png' },
  });
  return answer.body.data.id;
}

async function makeCode(owner: Owner): Promise<string> {
  const [{ id: creator }, program] = [await mintCreator(owner.key), await mintProgram(owner.key)];
  const code = `C${crypto.randomUUID().slice(0, 8)}`;
  return await post(owner, '/v1/creator-codes', {
    ...exampleOf(CreatorCodeCreate),
    ...{ creator, program: program.id, code },
  });
}

async function makeEmbed(owner: Owner): Promise<string> {
  await testEnv.DB.prepare('INSERT OR IGNORE INTO key_origins (origin, key_id) VALUES (?, ?)')
    .bind(exampleOf(EmbedCreate).origin, owner.keyId)
    .run();
  const { id: creator } = await mintCreator(owner.key);
  return await post(owner, '/v1/embeds', { ...exampleOf(EmbedCreate), creator });
}

/** How to create a record for a path's `:id`, by the path up to it. */
export const RECORDS: Record<string, (owner: Owner) => Promise<string>> = {
  '/v1/brands/:id': (owner) => post(owner, '/v1/brands', exampleOf(BrandCreate)),
  '/v1/pixels/:id': makePixel,
  '/v1/pixel-events/:id': makeEvent,
  '/v1/conversions/:id': (owner) => post(owner, '/v1/conversions', exampleOf(ConversionCreate)),
  '/v1/products/:id': (owner) => post(owner, '/v1/products', exampleOf(ProductCreate)),
  '/v1/events/:id': makeSentEvent,
  '/v1/files/:id': makeFile,
  '/v1/creator-codes/:id': makeCode,
  '/v1/embeds/:id': makeEmbed,
  '/v1/exports/:id': (owner) => post(owner, '/v1/exports', exampleOf(ExportCreate)),
  '/creatives/:id': (owner) => CREATOR_RECORDS['/v1/submissions/:id'](owner),
  ...AD_RECORDS,
  ...CONNECTION_RECORDS,
  ...CREATOR_RECORDS,
  ...MONEY_RECORDS,
  ...PAYMENT_RECORDS,
  ...PAYOUT_RECORDS,
  ...POST_RECORDS,
  ...RETAINER_RECORDS,
  ...SAMPLE_RECORDS,
  ...THREAD_RECORDS,
};

/** How to fill a list with 5 records. Returns how many the list then has. */
export const LISTS: Record<string, (owner: Owner) => Promise<unknown>> = {
  '/v1/brands': (owner) => RECORDS['/v1/brands/:id']!(owner),
  '/v1/pixels': makePixel,
  '/v1/conversions': (owner) => RECORDS['/v1/conversions/:id']!(owner),
  '/v1/products': (owner) => RECORDS['/v1/products/:id']!(owner),
  '/v1/pixel-events': makeEvent,
  '/v1/events': makeSentEvent,
  '/v1/files': makeFile,
  '/v1/creator-codes': makeCode,
  '/v1/embeds': makeEmbed,
  ...AD_LISTS,
  ...CONNECTION_LISTS,
  ...CREATOR_LISTS,
  ...MONEY_LISTS,
  ...PAYMENT_LISTS,
  ...PAYOUT_LISTS,
  ...POST_LISTS,
  ...RETAINER_LISTS,
  ...SAMPLE_LISTS,
  ...THREAD_LISTS,
};

/**
 * Lists without owned records. Cities come largest first, and test/domains/platform/cities/cities.test.ts
 * pages through them; payout countries are one page, as are the fields of ads; lists from ad platforms have
 * tests of their own, and so has that of the messages of one thread.
 */
export const REFERENCE_LISTS = [
  '/v1/cities',
  '/v1/payouts/countries',
  '/v1/ad-fields',
  '/v1/ad-interests',
  '/v1/ad-audiences',
  '/v1/messages',
];

/** Query parameters that a route needs besides paging. */
const QUERIES: Record<string, string> = {
  listCities: '?q=par',
  searchCities: '?q=par',
  searchDirectory: '?q=par',
  listAdInterests: `?q=par&connection=conn_${'0'.repeat(26)}`,
  listAdAudiences: `?connection=conn_${'0'.repeat(26)}`,
  listMessages: `?thread=thr_${'0'.repeat(26)}`,
  getAnalytics: '?from=2026-08-01&to=2026-08-31',
};

/** The API's routes; `all` also has those for people and other machines. */
export const routes: ApiRoute[] = all.filter((route) => route.kind === 'api');

/** The staff's routes. */
export const internalRoutes: ApiRoute[] = routes.filter((route) => route.access.kind === 'internal');
export const keyRoutes: ApiRoute[] = routes.filter((route) => route.access.kind === 'key');
export const writes: ApiRoute[] = keyRoutes.filter(
  (route) => route.access.kind === 'key' && route.access.level === 'write',
);
export const reads: ApiRoute[] = keyRoutes.filter((route) => !writes.includes(route));
export const withBody = routes.filter((route): route is ApiRoute & { body: z.ZodType } => !!route.body);
/** A body that each writing route accepts: the example that the documentation shows. */
export const BODIES: Record<string, unknown> = {
  ...Object.fromEntries(withBody.map((route) => [route.operationId, exampleOf(route.body)])),
  ...AD_BODIES,
};
/** The business API's, which asks for scopes and clients: business.test.ts. */
export const business = routes.filter(
  (route): route is ApiRoute & { access: KeyAccess & Required<Pick<KeyAccess, 'business'>> } =>
    route.access.kind === 'key' && route.access.business !== undefined,
);
/** Lists within a record (an agreement's versions) have tests of their own, and so have the staff's. */
export const lists: ApiRoute[] = routes.filter(
  (route) =>
    route.list &&
    route.envelope === 'data' &&
    route.access.kind !== 'internal' &&
    !route.path.includes(':id'),
);
export const withId: ApiRoute[] = keyRoutes.filter((route) => route.path.includes(':id'));

/** The example of a route's record that the documentation shows. */
export function exampleRecord(route: ApiRoute): { id?: string } {
  return exampleOf(route.output) as { id?: string };
}

/** A schema's name in the documentation. */
export function nameOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.id;
}

/** The path of a route with each parameter set to an unknown ID, or to `id`. */
export function pathOf(route: Route, id?: string): string {
  // The documentation contains no record of an internal route.
  const one = routes.find(
    ({ method, path, access }) => method === 'GET' && path === recordKey(route) && access.kind !== 'internal',
  );
  const prefix = (one && exampleRecord(one).id?.split('_')[0]) ?? 'pxl';
  return (
    route.path.replace(':number', '1').replace(/:[a-zA-Z]+/g, id ?? `${prefix}_${'0'.repeat(26)}`) +
    (QUERIES[route.operationId] ?? '')
  );
}

export function recordKey(route: Route): string {
  return route.path.slice(0, route.path.indexOf(':id') + 3);
}

/** A title for it.each. */
export function titled<R extends Route>(found: readonly R[]): { title: string; route: R }[] {
  return found.map((route) => ({ title: `${route.method} ${route.path}`, route }));
}

/** An account that a route answers without a client: a partner, which sees most of all, wherever it can be one. */
export const mintCallerOf = (route: Route): Promise<Minted> =>
  mintAccount(route.path.startsWith('/ads/') ? 'brand' : 'partner');

/** A partner that manages a brand. */
export async function mintOwner(): Promise<Owner> {
  return await mintAccount('partner');
}

/** A brand whose relationship with its partner has ended. */
export async function mintEndedBrand(): Promise<Minted> {
  const partner = await mintAccount('partner');
  return await mintAccount('brand', { managedBy: partner.id, status: 'ended' });
}

/** Revokes a key the way the developer settings will: by its row. */
export async function revoke(keyId: string): Promise<void> {
  await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1')
    .bind(keyId, clock.now())
    .run();
}
