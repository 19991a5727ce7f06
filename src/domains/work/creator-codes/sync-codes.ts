// Makes a shop's codes there, carries their status over, and reads what became of them.
import type { SystemCtx } from '../../../context.ts';
import {
  isOfConnection,
  isTransient,
  MOST_MISSES,
  ProviderError,
} from '../../../integrations/provider/error.ts';
import type {
  FoundDiscount,
  ShopDiscount,
  ShopPlatform,
  ShopSession,
} from '../../../integrations/shops/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { useShopOf } from '../../accounts/connections/use-connection.ts';
import { findRelationship } from '../creator-consent/interface.ts';
import type { CodeRow, ShopProblem } from './creator-code.ts';
import { claimDueCodes, listDueShops, saveAtShop } from './store.ts';
import { wakeCodes } from './wake-codes.ts';

const SHOPS = 40;
const SHOPS_AT_ONCE = 4;
/** The most codes of one run. Each takes three requests at most. */
const CODES = 20;
const ASK_MS = 5 * SECOND_MS;
/** Longer than a run takes even if each request takes ASK_MS. */
const LEASE_MS = 6 * MINUTE_MS;
const READ_EVERY_MS = HOUR_MS;
const LONGEST_WAIT_MS = HOUR_MS;

/** Sees to the codes that are due, of which a message was lost or whose hour has come. Cron. */
export async function syncDueCodes(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueShops(ctx, SHOPS), SHOPS_AT_ONCE, async (id) => await syncCodes(ctx, id));
}

/** Sees to the codes of one shop that are due. Two runs at once see to each code once. */
export async function syncCodes(ctx: SystemCtx, connectionId: string): Promise<void> {
  const codes = await claimDueCodes(ctx, connectionId, { until: ctx.now + LEASE_MS, limit: CODES });
  if (codes.length === 0) return;
  const left = new Map(codes.map((code) => [code.id, code]));
  const done = async (code: CodeRow, changes: Partial<CodeRow>) => {
    await saveAtShop(ctx, code, changes);
    left.delete(code.id);
  };
  let misses = 0;
  /** What fails is one code's own, and leaves its neighbours alone; what concerns the shop ends the run. */
  const seeTo = async (code: CodeRow, see: () => Promise<Partial<CodeRow>>) => {
    const { changes, error } = await tried(see);
    if (changes) {
      misses = 0;
      return await done(code, changes);
    }
    if (isOfConnection(error)) throw error;
    if (!(error instanceof AppError)) log('error', { code: code.id, error: describeError(error) });
    await done(code, putOff(ctx, code, error));
    if (isTransient(error) && ++misses === MOST_MISSES) throw error;
  };
  try {
    await useShopOf(ctx, connectionId, async (platform, session) => {
      const paced = { ...session, timeoutMs: ASK_MS };
      const made = codes.filter(({ id, discountId }) => left.has(id) && discountId !== null);
      const read = await readMade(platform, paced, made);
      for (const code of made)
        await seeTo(code, async () => {
          const found = read.has(code) ? read.get(code)! : await readOne(platform, paced, code);
          return await carry(ctx, platform, paced, code, found);
        });
      for (const code of codes)
        if (left.has(code.id) && code.discountId === null)
          await seeTo(code, async () => await make(ctx, platform, paced, code));
    });
    if (codes.length === CODES) wakeCodes(ctx, connectionId);
  } catch (error) {
    if (!(error instanceof AppError)) log('error', { shop: connectionId, error: describeError(error) });
    // Those that were not reached have not failed: they come first in the next run.
    const soon = { dueAt: ctx.now + MINUTE_MS };
    for (const code of [...left.values()])
      await done(code, misses === MOST_MISSES ? soon : putOff(ctx, code, error));
  }
}

/** Reads discounts together. Where one spoils the answer, those with it are left out, and each is read by itself. */
async function readMade(
  platform: ShopPlatform,
  session: ShopSession,
  codes: readonly CodeRow[],
): Promise<Map<CodeRow, ShopDiscount | null>> {
  const read = new Map<CodeRow, ShopDiscount | null>();
  for (let at = 0; at < codes.length; at += platform.discountsAtOnce) {
    const some = codes.slice(at, at + platform.discountsAtOnce);
    const ids = some.map(({ discountId }) => discountId!);
    try {
      for (const [i, found] of (await platform.discounts(session, ids)).entries()) read.set(some[i]!, found);
    } catch (error) {
      if (isOfConnection(error) || isTransient(error)) throw error;
    }
  }
  return read;
}

async function readOne(
  platform: ShopPlatform,
  session: ShopSession,
  { discountId }: CodeRow,
): Promise<ShopDiscount | null> {
  const [found] = await platform.discounts(session, [discountId!]);
  return found ?? null;
}

const tried = async <T>(act: () => Promise<T>): Promise<{ changes?: T; error?: unknown }> =>
  await act().then(
    (changes) => ({ changes }),
    (error: unknown) => ({ error }),
  );

const isWanted = ({ status }: CodeRow) => status === 'active' || status === 'flagged';

/** A code in the shop: its status is carried over if it was changed here, else what the shop says is kept. */
async function carry(
  ctx: SystemCtx,
  platform: ShopPlatform,
  session: ShopSession,
  code: CodeRow,
  found: ShopDiscount | null,
): Promise<Partial<CodeRow>> {
  if (found === null) return { ...DELETED, shopReadAt: ctx.now };
  if (!code.toCarry || found.isActive === isWanted(code)) return told(ctx, code, found);
  return told(ctx, code, await platform.switchDiscount(session, found.id, isWanted(code)));
}

/**
 * Makes a code. The shop is asked for it first: an earlier run may have made it and died. The title tells whether it is
 * ours.
 */
async function make(
  ctx: SystemCtx,
  platform: ShopPlatform,
  session: ShopSession,
  code: CodeRow,
): Promise<Partial<CodeRow>> {
  const { name } = platform.provider;
  const there = await platform.findDiscount(session, code.code);
  if (there === null && code.existing)
    return failed({
      reason: 'code_not_found',
      message: `${name} has no discount with this code.`,
      fix: 'Make it there, then try again.',
    });
  if (there === null && !isWanted(code)) return { shopStatus: 'pending', dueAt: null, toCarry: false };
  // What an earlier run made before the two parted is there, and goes on. Nothing begins.
  if (!isOurs(there, code) && !(await isAgreed(ctx, code))) return failed(PARTED);
  const made = there === null ? await platform.createDiscount(session, wantedOf(code)) : null;
  if (made) return await switched(ctx, platform, session, code, made);
  // Somebody made the same code in between.
  const found = there ?? (await platform.findDiscount(session, code.code));
  if (found === null) throw platform.provider.error('transient');
  if (!code.existing && !isOurs(found, code))
    return failed({
      reason: 'code_exists',
      message: `${name} already has a discount with this code.`,
      fix: 'Take it over with `existing: true`, or give the creator another code.',
    });
  if (found.discount === null)
    return failed({
      reason: 'other_discount',
      message: `The discount with this code at ${name} has several codes, or takes nothing off the whole order.`,
      fix: 'Give the creator a code of its own.',
    });
  return await switched(ctx, platform, session, code, found.discount);
}

const isOurs = (found: FoundDiscount | null, { id }: CodeRow) => found?.title.includes(id) === true;

const isAgreed = async (ctx: SystemCtx, { accountId, creatorId }: CodeRow) =>
  (await findRelationship(ctx, accountId, creatorId))?.consent === 'agreed';

const PARTED: ShopProblem = {
  reason: 'not_agreed',
  message: 'The account and the creator no longer work together.',
  fix: 'Invite the creator again. Once they have agreed, try again.',
};

async function switched(
  ctx: SystemCtx,
  platform: ShopPlatform,
  session: ShopSession,
  code: CodeRow,
  found: ShopDiscount,
): Promise<Partial<CodeRow>> {
  const wrong = code.toCarry && found.isActive !== isWanted(code);
  const now = wrong ? await platform.switchDiscount(session, found.id, isWanted(code)) : found;
  return { ...told(ctx, code, now), discountId: now.id };
}

const wantedOf = ({ id, code, percent, amount, currency, createdAt }: CodeRow) => ({
  code,
  title: `${code} (${id})`,
  startsAt: createdAt,
  percent,
  amount: amount === null || currency === null ? null : { amount, currency },
});

/** What the shop says of a code that it has. */
function told(ctx: SystemCtx, { status }: CodeRow, found: ShopDiscount): Partial<CodeRow> {
  return {
    shopStatus: found.isActive ? 'active' : 'paused',
    shopProblem: null,
    shopCode: found.code,
    shopPercent: found.percent,
    shopAmount: found.amount?.amount ?? null,
    ...(found.amount && { currency: found.amount.currency }),
    shopUses: found.uses,
    shopReadAt: ctx.now,
    toCarry: false,
    tries: 0,
    dueAt: status === 'archived' ? null : ctx.now + READ_EVERY_MS,
  };
}

const DELETED: Partial<CodeRow> = {
  shopStatus: 'deleted',
  shopProblem: {
    reason: 'deleted',
    message: 'The discount was deleted at the shop.',
    fix: 'Archive this code, and give the creator another one.',
  },
  toCarry: false,
  tries: 0,
  dueAt: null,
};

/** A person has to act before it is tried again. */
const failed = (shopProblem: ShopProblem): Partial<CodeRow> => ({
  shopStatus: 'failed',
  shopProblem,
  tries: 0,
  dueAt: null,
});

/** After a refusal: what helps once somebody acted waits for that, all else is tried again later. */
function putOff(ctx: SystemCtx, code: CodeRow, error: unknown): Partial<CodeRow> {
  const tries = code.tries + 1;
  if (error instanceof ProviderError) {
    const { kind, fix } = error;
    const problem = { reason: kind, message: error.message, fix };
    const isMade = code.discountId !== null;
    if (kind === 'permission' || kind === 'invalid' || kind === 'not_found')
      return isMade ? { shopProblem: problem, tries, dueAt: ctx.now + READ_EVERY_MS } : failed(problem);
    const wait = error.retryAfterMs ?? waitMs(code.tries);
    return { shopProblem: problem, tries, dueAt: ctx.now + wait };
  }
  if (reasonOf(error) === 'reconnect_required')
    return {
      shopProblem: {
        reason: 'reconnect_required',
        message: 'The shop is not connected.',
        fix: 'Reconnect the shop.',
      },
      dueAt: null,
    };
  return { tries, dueAt: ctx.now + waitMs(code.tries) };
}

const waitMs = (tries: number) => doubledPause(MINUTE_MS, tries, LONGEST_WAIT_MS);
