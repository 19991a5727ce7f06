import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { adAccountOf } from '../../../integrations/ads/platform.ts';
import type { Grant } from '../../../integrations/provider/connectable.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { log } from '../../../kit/log.ts';
import { askerOf } from './asker.ts';
import { adPlatformOf, connectableOf, isConnectable, isCreators, siteOf } from './connectable-of.ts';
import type { ConnectionRow } from './connection.ts';
import {
  findConnectionOf,
  insertConnection,
  isShopTaken,
  refuseTakenShop,
  saveConnection,
} from './connection-store.ts';
import { browserOf } from './consent-cookie.ts';
import { tell } from './expire-connection.ts';
import { missingOf } from './get-connection-setup.ts';
import { ENDED, endOf } from './open-consent.ts';
import { livesOf } from './renew-token.ts';
import { withStatus } from './return-url.ts';
import { callbackUrl } from './start-consent.ts';
import { sealToken } from './tokens.ts';
import { OTHER_BROWSER, UNKNOWN, USED, type VisitAnswer } from './visit.ts';
import { claimState, findVisitByState, saveVisitOutcome, type VisitRow } from './visit-store.ts';

const STATE = /^[0-9A-Za-z]{32}$/;
const LONGEST_CODE = 4000;
/** How often saving is retried when the same person connects twice at once. */
const TRIES = 3;

/**
 * Handles a person's return from a platform's consent page, with the platform's answer in the URL. A state works only
 * once.
 */
export async function finishConsent(
  ctx: SystemCtx,
  provider: string,
  request: Request,
): Promise<VisitAnswer> {
  const answer = await finished(ctx, provider, request);
  if (!('location' in answer) || answer.location.includes('#')) return answer;
  // A browser carries the fragment over to a URL that has none, and some platforms add a fragment of their own.
  return { ...answer, location: `${answer.location}#` };
}

async function finished(ctx: SystemCtx, provider: string, request: Request): Promise<VisitAnswer> {
  if (!isConnectable(ctx, provider)) return UNKNOWN;
  const answer = new URL(request.url).searchParams;
  const state = answer.get('state') ?? '';
  const stateHash = sha256Hex(state);
  const visit = STATE.test(state) ? await findVisitByState(ctx, stateHash) : null;
  const load = visit?.provider === provider ? connectableOf(ctx, provider, visit) : undefined;
  if (!visit || !load) return USED;
  const browser = browserOf(request);
  // The state is not used up, so that it still works in the browser that it belongs to.
  if (browser === null || sha256Hex(browser) !== visit.browserHash) return OTHER_BROWSER;
  if (visit.stateUntil === null || visit.stateUntil <= ctx.now) return USED;
  if (!(await claimState(ctx, visit.id, stateHash))) return USED;
  const platform = await load();
  const { name } = platform.provider;
  const code = answer.get('code');
  if (code === null || code.length > LONGEST_CODE) return unfinished(visit, `You did not agree at ${name}.`);
  if ((await askerOf(ctx, visit)) === null) return ENDED;
  try {
    if (await isTaken(ctx, visit, answer)) return taken(visit);
    const redirectUri = callbackUrl(ctx, provider);
    const grant = await platform.exchangeCode(siteOf(ctx, platform, visit.shop), {
      code,
      redirectUri,
      now: ctx.now,
      query: answer,
    });
    if (grant.missing.length > 0)
      return unfinished(
        visit,
        `At ${name} you left out: ${grant.missing.join(', ')}. Without that it does not work.`,
      );
    await keepGrant(ctx, visit, grant);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error instanceof ShopTaken) return taken(visit);
    const { code: reason } = error;
    const facts =
      error instanceof ProviderError ? { kind: error.kind, platformCode: error.platformCode } : {};
    log('warn', { what: 'a consent brought no connection', provider, reason, ...facts });
    return error instanceof ProviderError && error.kind === 'needs_human'
      ? explained(visit, error.message)
      : unfinished(visit, error.message);
  }
  return endOf(visit);
}

/** Reports the failure. The visit stays open, so the person can try again. */
function unfinished({ id, returnUrl }: VisitRow, why: string): VisitAnswer {
  if (returnUrl !== null) return { location: withStatus(returnUrl, 'error') };
  const button = { label: 'Try again', action: `/connections/${id}` };
  return { title: 'Not connected', text: `Nothing was connected. ${why}`, button, status: 200 };
}

/** The same, for what the person has to change at the platform first: an address cannot carry that. */
function explained({ id, returnUrl }: VisitRow, why: string): VisitAnswer {
  const button =
    returnUrl === null
      ? { label: 'Try again', action: `/connections/${id}` }
      : { label: 'Go back', action: withStatus(returnUrl, 'error') };
  return { title: 'Not connected', text: `Nothing was connected. ${why}`, button, status: 200 };
}

class ShopTaken extends AppError {
  constructor() {
    super('conflict', 'This shop is connected to another account.', { details: { reason: 'shop_taken' } });
  }
}

/**
 * Whether the shop is another account's. Asked only after the shop's owner consented, and before the code is
 * exchanged, because new tokens would end those of the other account.
 */
async function isTaken(ctx: SystemCtx, visit: VisitRow, query: URLSearchParams): Promise<boolean> {
  const { provider, holder, shop } = visit;
  const shops = await ctx.reactions.shopPlatforms[provider]?.();
  if (!shops || shop === null) return false;
  if ((await shops.openedFrom(ctx.vars, query, ctx.now)) !== shop) return false;
  return await isShopTaken(ctx, holder, provider, shop);
}

function taken({ returnUrl, shop }: VisitRow): VisitAnswer {
  if (returnUrl !== null) return { location: withStatus(returnUrl, 'error') };
  return {
    title: 'Connected elsewhere',
    text: `${shop} is connected to another account. Disconnect it there first, or ask for access to that account.`,
    status: 409,
  };
}

/** Stores the tokens: in the connection that the person already has here, or in a new one. */
async function keepGrant(ctx: SystemCtx, visit: VisitRow, grant: Grant): Promise<void> {
  for (let tried = 1; ; tried++) {
    const kept = await inOneBatch(ctx, (own) => addGrant(own, visit, grant)).catch((error) => {
      if ((error as { code?: string }).code === 'version_conflict') return false;
      throw error;
    });
    if (kept) return;
    if (tried === TRIES)
      throw new AppError('conflict', 'It was connected twice at the same time. Try again.');
  }
}

async function addGrant(own: SystemCtx, visit: VisitRow, grant: Grant): Promise<void> {
  const provider = visit.provider as ConnectionRow['provider'];
  const { holder } = visit;
  const before = await findConnectionOf(own, holder, provider, grant.user.id);
  const id = before?.id ?? newId('connection', own.now);
  const selection = before?.selection ?? {};
  const ads = await adPlatformOf(own, { holder, provider })?.();
  const isSetUp = ads ? missingOf(ads, selection).length === 0 : isCreators(visit);
  const fresh = {
    status: isSetUp ? 'active' : 'connected',
    personName: grant.user.name,
    name: before && adAccountOf(selection) !== null ? before.name : grant.user.name,
    handle: visit.shop ?? grant.user.handle ?? null,
    avatarUrl: grant.user.avatarUrl ?? null,
    token: await sealToken(own, { id, holder }, grant.token),
    refreshToken:
      grant.refreshToken === null ? null : await sealToken(own, { id, holder }, grant.refreshToken),
    ...livesOf(grant, own.now),
    renewalUntil: null,
    renewedAt: null,
    warnedAt: null,
  } as const;
  refuseTakenShop(own, () => new ShopTaken());
  if (before) saveConnection(own, before, fresh);
  else {
    const empty = {
      selection,
      currency: null,
      timezone: null,
      lastSyncedAt: null,
      syncProblem: null,
    };
    const stamps = { version: 1, createdAt: own.now, updatedAt: own.now };
    const row = { id, holder, provider, platformUser: grant.user.id, ...empty, ...fresh, ...stamps };
    insertConnection(
      own,
      row,
      () => new AppError('conflict', 'It was connected at the same time. Try again.'),
    );
  }
  saveVisitOutcome(own, visit.id, 'connected');
  tell(own, 'connection.connected', { id, holder });
  for (const load of own.reactions.connectionKept)
    (await load())(own, { id, holder, provider, handle: visit.shop });
}
