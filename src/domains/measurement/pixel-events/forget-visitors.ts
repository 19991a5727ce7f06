// Takes customers of a shop out of an account's events. Counts, money, and the links that name a submission stay.
import type { SystemCtx } from '../../../context.ts';
import { type HashedUser, orderNumber, type PixelEventBody } from '../../../pixel/event-body.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { touchesOf, userKeys } from '../event-rules/attribute.ts';
import { forgotten } from '../event-rules/claim.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';
import { bodiesOf, type Reports } from '../event-rules/reports.ts';
import { forgetInPart, listArchivedEvents } from './archive.ts';
import { deleteTouchesByKey, listEventsOf, listPartsAfter, saveForgotten } from './forgetting-store.ts';
import { deleteTouchesOf } from './retention-store.ts';

/** Who is to be forgotten: a customer by hashes and orders, or everybody on the shop's pixels. */
export interface Forgotten {
  accountId: string;
  /** The pixels of the shop. */
  pixelIds: readonly string[];
  hashes: Pick<HashedUser, 'email' | 'phone'>;
  /** The numbers of the customer's orders. */
  orders: readonly string[];
  /** Everybody whose event was received until then, in milliseconds; 0 for nobody. */
  everybodyUntil: number;
}

/** The rows that are looked at in one query. */
const PAGE = 2_000;
const PAGES_A_RUN = 20;
const PARTS_A_RUN = 20;

/** Where they are being taken out, and the last event or part that was looked at; empty at first. */
interface Place {
  phase: 'shard' | 'archive';
  after: string;
}

/**
 * Takes them out of the account's events, as far as one run goes: first those in its shard, then those in the
 * archive. Running it again changes nothing. Begin the archive only when runs of the archiving job that may have read the
 * shard before have ended, because what they write is still the event as it was.
 * @returns where to go on; null at the end.
 */
export async function forgetVisitors(
  ctx: SystemCtx,
  who: Forgotten,
  { phase, after }: Place,
): Promise<Place | null> {
  const forget = phase === 'shard' ? forgetInShard : forgetInArchive;
  const next = await forget(ctx, who, after);
  if (next !== null) return { phase, after: next };
  return phase === 'shard' ? { phase: 'archive', after: '' } : null;
}

async function forgetInShard(ctx: SystemCtx, who: Forgotten, after: string): Promise<string | null> {
  const shard = await eventsShardOf(ctx, who.accountId);
  if (shard === null) return null;
  await deleteTouchesByKey(ctx, shard, who.accountId, userKeys(who.hashes));
  let at = after;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const { events, last } = await listEventsOf(ctx, shard, who, { after: at, size: PAGE });
    const known = events.filter(isKnown);
    const saved =
      known.length === 0 ||
      (await saveForgotten(ctx, shard, known.map(withoutVisitor), known.flatMap(touchesOfReports)));
    // An event that changed meanwhile is read again.
    if (!saved) return at;
    if (last === null) return null;
    at = last;
  }
  return at;
}

async function forgetInArchive(ctx: SystemCtx, who: Forgotten, after: string): Promise<string | null> {
  const { accountId } = who;
  const shard = await eventsShardOf(ctx, accountId);
  if (shard === null) return null;
  const parts = await listPartsAfter(ctx, shard, { accountId, after, limit: PARTS_A_RUN });
  let at = after;
  for (const part of parts) {
    const events = await listArchivedEvents(ctx.env, part, (event) => isOf(who, event));
    if (events.length > 0) {
      // Touches are deleted first, because the part is the only place with their keys.
      await deleteTouchesOf(ctx, shard, events.flatMap(touchesOf));
      const ids = new Set(events.map(({ id }) => id));
      if (!(await forgetInPart(ctx.env, part, ids, withoutPerson))) return at;
    }
    at = part;
  }
  return parts.length < PARTS_A_RUN ? null : at;
}

function isOf({ pixelIds, hashes, orders, everybodyUntil }: Forgotten, event: StoredEvent): boolean {
  const text = JSON.stringify(event.body);
  if (Object.values(hashes).some((hash) => text.includes(hash))) return true;
  if (!pixelIds.includes(event.pixelId)) return false;
  const { orderId } = event.body;
  return (
    event.receivedAt <= everybodyUntil || (orderId !== undefined && orders.includes(orderNumber(orderId)))
  );
}

/** Names of submissions and campaigns stay, since the credit goes by them. */
const withoutPerson = (body: PixelEventBody): PixelEventBody => forgotten(body, 'granted');

function withoutVisitor(event: StoredEvent): StoredEvent {
  const { body, reports } = event;
  return { ...event, ipAddress: null, body: withoutPerson(body), reports: reports && inReports(reports) };
}

function inReports({ claims, server, shop }: Reports): Reports {
  const out: Reports = { claims: claims.map((one) => ({ ...one, body: withoutPerson(one.body) })) };
  if (server) out.server = { ...server, body: withoutPerson(server.body) };
  if (shop) out.shop = { ...shop, body: withoutPerson(shop.body) };
  return out;
}

/** Whether an event still has something to forget. */
function isKnown(event: StoredEvent): boolean {
  const { body, reports } = withoutVisitor(event);
  return (
    event.ipAddress !== null ||
    JSON.stringify([body, reports]).length !== JSON.stringify([event.body, event.reports]).length
  );
}

function touchesOfReports(event: StoredEvent) {
  const bodies = [event.body, ...(event.reports ? bodiesOf(event.reports) : [])];
  return bodies.flatMap((body) => touchesOf({ ...event, body }));
}
