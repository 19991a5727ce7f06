import type * as z from 'zod';
import { actingId, homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import { logMissing } from '../../../integrations/provider/settings.ts';
import { type AppError, invalidField, rejected } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { findReturnSchemes } from '../accounts/interface.ts';
import { connectableOf, isConnectable } from './connectable-of.ts';
import { type ConnectionCreate, type ConnectionStart, PROVIDER_NAMES } from './connection.ts';
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
  const holder = actingId(ctx.actor);
  const platform = await connectableOf(ctx, name, { holder })?.();
  if (!platform && isConnectable(ctx, name)) throw otherSide(ctx, name);
  if (platform) return startVisit(ctx, platform, input, returnUrl, await wantedShop(ctx, input));
  const load = ctx.reactions.connections[name];
  if (!load) throw rejected('provider_unavailable', `${name} cannot be connected here.`, { provider: name });
  const visit = newVisit(ctx);
  const { holder: kept, subject, start } = await (await load()).begin(ctx, input, visit.url);
  if (subject !== null) {
    insertVisit(ctx, {
      id: visit.id,
      provider: name,
      holder: kept,
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
async function startVisit(
  ctx: Ctx,
  platform: Connectable,
  { provider, checkout }: z.output<typeof ConnectionCreate>,
  returnUrl: string | null,
  shop: string | null,
): Promise<ConnectionStart> {
  const { name } = platform.provider;
  const { account, creator } = ctx.actor;
  if (account?.type === 'partner') throw brandsOnly(name);
  if (checkout === 'elements')
    throw rejected('hosted_only', `${name} can only be connected on its own pages.`);
  if (ctx.vars.SEALING_KEYS.size === 0) logMissing(ctx.vars, 'SEALING_KEYS');
  if (!platform.configured(ctx.vars) || ctx.vars.SEALING_KEYS.size === 0)
    throw rejected('provider_unavailable', `${provider} cannot be connected here.`, { provider });
  const visit = newVisit(ctx);
  const expiresAt = ctx.now + VISIT_LIVES_MS;
  insertVisit(ctx, {
    id: visit.id,
    provider,
    holder: actingId(ctx.actor),
    standIn: creator === null ? null : await standInOf(ctx, creator),
    returnUrl,
    subject: 'consent',
    shop,
    createdAt: ctx.now,
    expiresAt,
  });
  return { url: visit.url, clientSecret: null, component: null, expiresAt: iso(expiresAt) };
}

const brandsOnly = (name: string) =>
  rejected('brands_only', `Only a brand can connect ${name}. Act as that brand.`);

/** The refusal of a provider that accounts connect and creators do not, or the other way round. */
function otherSide(ctx: Ctx, provider: string): AppError {
  const name = PROVIDER_NAMES[provider as keyof typeof PROVIDER_NAMES];
  return ctx.actor.creator === null
    ? rejected('creators_only', `Only a creator can connect ${name}. Act as that creator.`)
    : brandsOnly(name);
}

/** The account that acts as the creator now; null for the creator's own person. */
async function standInOf(ctx: Ctx, creator: string): Promise<string | null> {
  const side = await (await ctx.reactions.creatorSide())(ctx, creator);
  return side?.standIn ?? null;
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
