import type * as z from 'zod';
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import { logMissing } from '../../../integrations/provider/settings.ts';
import { invalidField, rejected } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { findReturnSchemes } from '../accounts/interface.ts';
import { connectableOf } from './connectable-of.ts';
import type { ConnectionCreate, ConnectionStart } from './connection.ts';
import { appScheme, resolveReturnUrl } from './return-url.ts';
import { newVisit, VISIT_LIVES_MS } from './visit.ts';
import { insertVisit } from './visit-store.ts';

/**
 * Begins a connection that a person then completes on a page or form of the provider. Throws operation_rejected,
 * validation_failed for a returnUrl that is not allowed, unavailable or provider_error.
 */
export async function createConnection(
  ctx: Ctx,
  input: z.output<typeof ConnectionCreate>,
): Promise<ConnectionStart> {
  const returnUrl = await returnUrlOf(ctx, input.returnUrl);
  const { provider: name } = input;
  const platform = await connectableOf(ctx, name)?.();
  if (platform) return startVisit(ctx, platform, input, returnUrl, await wantedShop(ctx, input));
  const load = ctx.reactions.connections[name];
  if (!load) throw rejected('provider_unavailable', `${name} cannot be connected here.`, { provider: name });
  const visit = newVisit(ctx);
  const { holder, subject, start } = await (await load()).begin(ctx, input, visit.url);
  if (subject !== null) {
    insertVisit(ctx, {
      id: visit.id,
      provider: name,
      holder,
      returnUrl,
      subject,
      createdAt: ctx.now,
      expiresAt: ctx.now + VISIT_LIVES_MS,
    });
  }
  return start;
}

/**
 * Starts a visit to our own page, which names the account that asks for access and leads to the platform's consent
 * page.
 */
function startVisit(
  ctx: Ctx,
  platform: Connectable,
  { provider, checkout }: z.output<typeof ConnectionCreate>,
  returnUrl: string | null,
  shop: string | null,
): ConnectionStart {
  const { name } = platform.provider;
  if (ctx.actor.account?.type !== 'brand')
    throw rejected('brands_only', `Only a brand can connect ${name}. Act as that brand.`);
  if (checkout === 'elements')
    throw rejected('hosted_only', `${name} can only be connected on its own pages.`);
  if (ctx.vars.SEALING_KEYS.size === 0) logMissing(ctx.vars, 'SEALING_KEYS');
  if (!platform.configured(ctx.vars) || ctx.vars.SEALING_KEYS.size === 0)
    throw rejected('provider_unavailable', `${provider} cannot be connected here.`, { provider });
  const visit = newVisit(ctx);
  const expiresAt = ctx.now + VISIT_LIVES_MS;
  const holder = ctx.actor.account.id;
  insertVisit(ctx, {
    id: visit.id,
    provider,
    holder,
    returnUrl,
    subject: 'consent',
    shop,
    createdAt: ctx.now,
    expiresAt,
  });
  return { url: visit.url, clientSecret: null, component: null, expiresAt: iso(expiresAt) };
}

/** The domain of the shop to connect; null for providers other than shops. Throws validation_failed. */
async function wantedShop(
  ctx: Ctx,
  { provider, shop }: z.output<typeof ConnectionCreate>,
): Promise<string | null> {
  const platform = await ctx.reactions.shopPlatforms[provider]?.();
  if (!platform) return null;
  const { name } = platform.provider;
  if (shop === undefined)
    throw invalidField('/shop', `Required: the store's own domain at ${name}.`, 'required');
  const domain = platform.shopOf(shop);
  if (domain === null)
    throw invalidField('/shop', `Must be the store's own domain at ${name}, as its admin shows it.`, 'shop');
  return domain;
}

async function returnUrlOf(ctx: Ctx, value: string | undefined): Promise<string | null> {
  if (value === undefined) return null;
  const resolved = resolveReturnUrl(value, {
    origins: ctx.actor.origins,
    schemes: appScheme(value) === null ? [] : await findReturnSchemes(ctx, homeId(ctx.actor)),
    publicUrl: ctx.vars.PUBLIC_URL,
    allowLocal: ctx.vars.ALLOW_LOCAL_URLS,
  });
  if ('problem' in resolved) throw invalidField('/returnUrl', resolved.problem, 'return_url');
  return resolved.url;
}
