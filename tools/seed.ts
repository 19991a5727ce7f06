// The demo's accounts, keys, pixel and conversions. Created once; later runs only change the URLs that depend
// on the ports. Everything is two days old, so that payments from then are due to be charged.

import type { Actor } from '../src/auth/actor.ts';
import { newStaffToken } from '../src/auth/staff-token.ts';
import type { Ctx, SystemCtx } from '../src/context.ts';
import { mainDb } from '../src/db/client.ts';
import { keyOrigins } from '../src/db/keys-table.ts';
import { WriteSet } from '../src/db/write-set.ts';
import { blankAccount } from '../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../src/domains/accounts/accounts/store.ts';
import { updateAccount } from '../src/domains/accounts/accounts/update-account.ts';
import { makeKey } from '../src/domains/accounts/keys/make-key.ts';
import { saveClients } from '../src/domains/accounts/keys/store.ts';
import { updateCurrentKey } from '../src/domains/accounts/keys/update-current-key.ts';
import { findByEmail } from '../src/domains/accounts/people/store.ts';
import { createConversion } from '../src/domains/measurement/conversions/create-conversion.ts';
import { createPixel } from '../src/domains/measurement/pixels/create-pixel.ts';
import { getPixel } from '../src/domains/measurement/pixels/get-pixel.ts';
import { updatePixel } from '../src/domains/measurement/pixels/update-pixel.ts';
import type { Env } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import { newId } from '../src/kit/ids.ts';
import { DAY_MS } from '../src/kit/time.ts';
import { systemCtx } from '../src/system-ctx.ts';
import { addCreators } from './demo/creators.ts';
import { type Demo, type DemoPerson, readDemo, writeDemo } from './demo/demo-file.ts';
import { claimed, invited, join } from './demo/people.ts';

export interface Addresses {
  baseUrl: string;
  receiverUrl: string;
  shopUrl: string;
}

/** Creates the demo, or finds the existing one. Writes `dir`/demo.json. */
export async function seed(env: Env, dir: string, addresses: Addresses): Promise<Demo> {
  const known = await readDemo(dir);
  const demo = known && (await stillThere(env, known)) ? known : await make(env, addresses);
  const fresh = await withAddresses(env, demo, addresses);
  await writeDemo(dir, fresh);
  return fresh;
}

async function stillThere(env: Env, demo: Demo): Promise<boolean> {
  const row = await env.DB.prepare(
    'SELECT 1 FROM api_keys k JOIN pixels p ON p.account_id = k.account_id WHERE k.id = ?1 AND p.id = ?2 AND k.revoked_at IS NULL',
  )
    .bind(demo.keyIds?.brand ?? null, demo.pixel ?? null)
    .first();
  return row !== null;
}

async function make(env: Env, addresses: Addresses): Promise<Demo> {
  const then = clock.now() - 2 * DAY_MS;
  const ctx = seedCtx(env, then);
  const fresh = () => seedCtx(env, then);
  const at = await freeAddresses(ctx);
  const owner = await join(fresh, at('Olive Hart', 'owner@northwind.example'), {
    profile: 'brand',
    company: 'Northwind Coffee',
  });
  const agent = await join(fresh, at('Paul Reyes', 'partner@harbor.example'), {
    profile: 'partner',
    company: 'Harbor Agency',
  });
  const [brand, partner] = [owner.account!, agent.account!];
  const client = await account(ctx, 'brand', 'Pine Skincare', { managedBy: partner });
  const ended = await account(ctx, 'brand', 'Old Lamp Company', { managedBy: partner, status: 'ended' });
  const key = (accountId: string, name: string, access: 'read' | 'write') =>
    makeKey(ctx, { accountId, name, access });
  const brandKey = key(brand, 'Demo', 'write');
  const partnerKey = key(partner, 'Demo', 'write');
  const partnerReadKey = key(partner, 'Demo, reads only', 'read');
  const keys = {
    brand: brandKey.secret,
    brandRead: key(brand, 'Demo, reads only', 'read').secret,
    partner: partnerKey.secret,
    partnerRead: partnerReadKey.secret,
    client: key(client, 'Demo', 'write').secret,
  };
  // The business API takes a partner's key for the clients alone that it is bound to.
  for (const { id } of [partnerKey, partnerReadKey]) saveClients(ctx, id, [client]);
  await ctx.write.commit();
  const asPartner = actorCtx(env, then, 'partner', partner, partnerKey.id);
  await updateAccount(asPartner, { creatorTakeRate: { percent: 10 } });
  await asPartner.write.commit();
  const lena = at('Lena Ortiz', 'creator@lena.example');
  const creators = await addCreators(
    {
      brand: () => actorCtx(env, then, 'brand', brand, brandKey.id),
      partner: () => actorCtx(env, then, 'partner', partner, partnerKey.id),
      creator: (id) => actorCtx(env, then, 'brand', brand, brandKey.id, id),
      managed: (id) => actorCtx(env, then, 'partner', partner, partnerKey.id, id),
    },
    lena,
  );
  const boss = { id: owner.id, account: brand };
  const people = {
    owner: { email: owner.email, password: owner.password },
    admin: await invited(fresh, boss, at('Ada Moss', 'admin@northwind.example'), 'admin'),
    member: await invited(fresh, boss, at('Max Hill', 'member@northwind.example'), 'member'),
    partner: { email: agent.email, password: agent.password },
    creator: await claimed(fresh, { ...lena, id: creators.creators.independent }),
    staff: await staff(fresh, at('Sam Cole', 'staff@service.example')),
  };

  const asBrand = actorCtx(env, then, 'brand', brand, brandKey.id);
  const pixel = await createPixel(asBrand, { name: 'Shop', domains: [addresses.shopUrl] });
  const conversion = await createConversion(asBrand, { name: 'Purchases', eventName: 'purchase' });
  await asBrand.write.commit();

  return {
    ...addresses,
    docsUrl: `${addresses.baseUrl}/docs`,
    embedsUrl: '',
    keys,
    keyIds: { brand: brandKey.id },
    staffToken: newStaffToken(),
    accounts: { brand, partner, client, ended },
    people,
    ...creators,
    pixel: pixel.id,
    conversion: conversion.id,
    webhook: { url: '', secret: '' },
    work: null,
    money: null,
    ads: null,
    store: null,
    posts: null,
  };
}

/** Points the pixel at the shop, and the key's webhook at the receiver of this run. */
async function withAddresses(env: Env, demo: Demo, addresses: Addresses): Promise<Demo> {
  const ctx = actorCtx(env, clock.now(), 'brand', demo.accounts.brand, demo.keyIds.brand);
  const pixel = await getPixel(ctx, demo.pixel);
  if (!pixel.domains.includes(addresses.shopUrl))
    await updatePixel(ctx, demo.pixel, { domains: [addresses.shopUrl] });
  // The shop shows embeds to the brand's creators.
  const origins = { keyId: demo.keyIds.brand, origin: addresses.shopUrl };
  await mainDb(env).insert(keyOrigins).values(origins).onConflictDoNothing();
  const url = `${addresses.receiverUrl}/webhooks`;
  let webhook = demo.webhook;
  if (webhook.url !== url) {
    const key = await updateCurrentKey(ctx, { webhookUrl: url });
    webhook = { url, secret: key.webhookSecret! };
  }
  await ctx.write.commit();
  const embedsUrl = `${addresses.shopUrl}/creators`;
  return { ...demo, ...addresses, docsUrl: `${addresses.baseUrl}/docs`, embedsUrl, webhook };
}

/**
 * Email addresses that nobody has: each belongs to one person, even in an older demo in the same database.
 */
async function freeAddresses(
  ctx: SystemCtx,
): Promise<(name: string, email: string) => { name: string; email: string }> {
  const known = await findByEmail(ctx, 'owner@northwind.example');
  const tail = known ? `.${newId('person', ctx.now).slice(-6)}` : '';
  return (name, email) => ({ name, email: email.replace('@', `${tail}@`) });
}

async function staff(fresh: () => SystemCtx, who: { name: string; email: string }): Promise<DemoPerson> {
  const { email, password } = await join(fresh, who, { profile: 'none' });
  return { email, password };
}

async function account(
  ctx: SystemCtx,
  type: 'brand' | 'partner',
  name: string,
  more: { managedBy?: string; status?: 'active' | 'ended' } = {},
): Promise<string> {
  const row = await blankAccount(ctx, type, name);
  insertAccount(ctx, { ...row, ...more });
  return row.id;
}

function seedCtx(env: Env, now: number): SystemCtx {
  return { ...systemCtx(env, now), write: new Records(env.DB) };
}

/**
 * A write set that runs no task after the commit: the service is not running yet, and its cron does them
 * later.
 */
class Records extends WriteSet {
  override afterCommit(): this {
    return this;
  }
}

function actorCtx(
  env: Env,
  now: number,
  type: 'brand' | 'partner',
  accountId: string,
  keyId: string,
  creator: string | null = null,
): Ctx {
  const home = { id: accountId, type, status: 'active', managedBy: null, eventsShard: null } as const;
  const actor: Actor = {
    by: 'key',
    callerId: keyId,
    role: null,
    access: 'write',
    scopes: null,
    origins: [],
    home,
    account: creator === null ? home : null,
    creator,
  };
  return { ...seedCtx(env, now), actor, requestId: newId('event', now) };
}
