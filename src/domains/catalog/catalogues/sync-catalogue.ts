// Reads a shop's products: those that webhooks told of, and each night a list of all that the shop writes into a file.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import type { ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { useShop } from '../../accounts/connections/use-connection.ts';
import { saveAllGone, saveGoneProducts, saveReadProducts } from '../products/interface.ts';
import { applyList } from './apply-list.ts';
import {
  type CatalogueRow,
  claimCatalogue,
  deleteDueProducts,
  deleteListedPages,
  listDueProducts,
  saveAskedEnd,
  saveDueLater,
  saveHeld,
  saveListEnd,
  saveProgress,
  saveReleased,
  saveStopped,
} from './store.ts';

/** Longer than a run takes even if each request takes ASK_MS. */
const LEASE_MS = 10 * MINUTE_MS;
const ASK_MS = 10 * SECOND_MS;
/** When a list is asked after again that the shop is still writing. */
const WRITING_MS = MINUTE_MS / 2;
const LONGEST_WAIT_MS = HOUR_MS;
/** When a product is looked for again that was deleted while a list is written that may still have it. */
const GONE_MS = MINUTE_MS;
/** When a product is tried again that cannot be read. */
const UNREADABLE_MS = HOUR_MS;

/** So many failures of one list are waited for. */
const TRIES = 6;

/** What a run may still do. */
export interface Budget {
  pages: number;
  readings: number;
}

/** Reads a catalogue that is due, as far as the budget goes. Two runs at once read it once. */
export async function syncCatalogue(ctx: SystemCtx, id: number, left: Budget): Promise<void> {
  const row = await claimCatalogue(ctx, id, ctx.now + LEASE_MS);
  if (!row) return;
  const connection = await connectionById(ctx, row.connectionId);
  if (connection?.status === 'disconnected') await archiveAll(ctx, row);
  // Until the shop has said in which currency it sells, no price can be told.
  if (connection?.status === 'connected' && connection.currency === null)
    return await saveReleased(ctx, row, { tries: 0, notBefore: ctx.now + MINUTE_MS });
  if (connection?.status !== 'connected') {
    await saveAskedEnd(ctx, row, 'The shop is not connected.');
    return await saveStopped(ctx, row);
  }
  try {
    const currency = connection.currency!;
    const next = await useShop(ctx, connection, async (platform, session) => {
      const paced = { ...session, timeoutMs: ASK_MS };
      const isRead = await readProducts(ctx, row, { platform, session: paced }, left);
      const list = await stepList(ctx, row, { platform, session: paced, currency }, left);
      return isRead ? list : ctx.now;
    });
    await saveReleased(ctx, row, { tries: 0, notBefore: next ?? ctx.now + 1 });
  } catch (error) {
    await putOff(ctx, row, error);
  }
}

interface Reader {
  platform: ShopPlatform;
  session: ShopSession;
}

/**
 * Reads the products that are due. One that spoils the answer for the others is looked for by halves, and waits by itself.
 * @returns whether none is left.
 */
async function readProducts(
  ctx: SystemCtx,
  row: CatalogueRow,
  { platform, session }: Reader,
  left: Budget,
): Promise<boolean> {
  let most = platform.productsAtOnce;
  while (left.readings-- > 0) {
    const due = await listDueProducts(ctx, row.id, most);
    if (due.length === 0) return true;
    const numbers = due.map(({ product }) => product);
    const read = await platform.products(session, numbers).catch(asSpoilt);
    if (read === null && due.length > 1) {
      most = Math.ceil(due.length / 2);
      continue;
    }
    most = platform.productsAtOnce;
    if (read === null) {
      log('warn', { what: 'a product cannot be read', catalogue: row.id, product: numbers[0] });
      if (!(await inOneBatch(ctx, (own) => putProductOff(own, row, numbers)))) return false;
      continue;
    }
    const found = new Set(read.map(({ id }) => id));
    const gone = numbers.filter((one) => !found.has(one));
    const isOurs = await inOneBatch(ctx, (own) => {
      saveHeld(own, row);
      saveReadProducts(own, { catalogue: row.id, accountId: row.accountId }, read);
      saveGoneProducts(own, row.id, gone);
      // A list under way may still bring one that was never here.
      const isListing = row.listBegan !== null;
      if (isListing) saveDueLater(own, row.id, gone, ctx.now + GONE_MS);
      const done = isListing ? due.filter(({ product }) => found.has(product)) : due;
      deleteDueProducts(own, row.id, done);
    });
    if (!isOurs) return false;
  }
  return false;
}

function putProductOff(own: SystemCtx, row: CatalogueRow, numbers: readonly string[]): void {
  saveHeld(own, row);
  saveDueLater(own, row.id, numbers, own.now + UNREADABLE_MS);
}

const SPOILT = new Set<string>(['unreadable', 'too_long']);

/** Null for an answer that one of its products spoils; any other error is the shop's. */
function asSpoilt(error: unknown): null {
  if (error instanceof ProviderError && SPOILT.has(error.kind)) return null;
  throw error;
}

/**
 * Takes the list of all products a step further. @returns when it goes on, in milliseconds; null if none is under way.
 */
async function stepList(
  ctx: SystemCtx,
  claimed: CatalogueRow,
  { platform, session, currency }: Reader & { currency: string },
  left: Budget,
): Promise<number | null> {
  let row = claimed;
  if (row.listBegan === null) {
    if (row.listAt > ctx.now) return null;
    const began = row;
    // Kept before the shop is asked, so that a list whose answer is lost is known by its time.
    await inOneBatch(ctx, (own) => {
      deleteListedPages(own, began.id);
      saveProgress(own, began, { listBegan: ctx.now, list: null, place: 0 });
    });
    row = { ...row, listBegan: ctx.now, list: null, place: 0 };
  }
  if (row.list === null) {
    const list = await platform.beginList(session, row.listBegan!);
    const before = row;
    if (!(await inOneBatch(ctx, (own) => saveProgress(own, before, { list })))) return ctx.now;
    row = { ...row, list };
  }
  const list = await platform.listState(session, row.list!);
  if (list.state === 'running') return ctx.now + WRITING_MS;
  if (list.state === 'failed') {
    await forgetList(ctx, row);
    throw platform.provider.error('transient', { retryAfterMs: waitMs(row.tries) });
  }
  const pages =
    list.file === null ? null : platform.listPages(session, list.file, { from: row.place, currency });
  const applied = await applyList(ctx, row, { pages, counts: list }, left);
  if (applied === 'short') throw platform.provider.error('unreadable');
  if (applied === 'partly') return ctx.now;
  await inOneBatch(ctx, (own) => saveListEnd(own, row, nightAfter(ctx.now, row.id)));
  if ((row.askedAt ?? 0) <= row.listBegan!) await saveAskedEnd(ctx, row, null);
  return null;
}

/** The next list begins anew. */
async function forgetList(ctx: SystemCtx, row: CatalogueRow): Promise<void> {
  await inOneBatch(ctx, (own) => {
    deleteListedPages(own, row.id);
    saveProgress(own, row, { listBegan: null, list: null, place: 0 });
  });
}

/** Between 1 and 5 o'clock UTC of a following night, each shop at a minute of its own. */
function nightAfter(now: number, id: number): number {
  const at = HOUR_MS + (id % (4 * 60)) * MINUTE_MS;
  const today = now - (now % DAY_MS) + at;
  return today > now + HOUR_MS ? today : today + DAY_MS;
}

/** Nobody vouches for the products of a shop that was disconnected. Connected again, its first list brings them back. */
async function archiveAll(ctx: SystemCtx, { id }: CatalogueRow): Promise<void> {
  while (await saveAllGone(ctx, id));
}

const waitMs = (tries: number) => doubledPause(MINUTE_MS, tries, LONGEST_WAIT_MS);

/** Waits as long as the platform asks, or longer after each failure. A connection that is over waits for a person. */
async function putOff(ctx: SystemCtx, row: CatalogueRow, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) log('error', { catalogue: row.id, error: describeError(error) });
  else log('warn', { what: 'products were not read', catalogue: row.id, reason: error.message });
  const said =
    error instanceof AppError ? error.message : 'The products could not be read. They are tried again.';
  if (isOver(error)) {
    await saveAskedEnd(ctx, row, said);
    return await saveStopped(ctx, row);
  }
  const kind = error instanceof ProviderError ? error.kind : null;
  // A limit or an outage only delays what a person asked for.
  const isPassing = kind === 'rate_limited' || kind === 'transient';
  if (!isPassing) await saveAskedEnd(ctx, row, said);
  // A list that cannot be read to its end would be tried for ever, so the next one begins anew.
  if (!isPassing || row.tries >= TRIES) await forgetList(ctx, row);
  const asked = error instanceof ProviderError ? error.retryAfterMs : null;
  const notBefore = ctx.now + (asked ?? waitMs(row.tries));
  const tries = kind === 'rate_limited' ? row.tries : row.tries + 1;
  await saveReleased(ctx, row, { tries, notBefore });
}

const isOver = (error: unknown) => reasonOf(error) === 'reconnect_required';
