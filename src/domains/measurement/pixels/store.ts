import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb, prepareOnce, shardDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { NO_ACTIVITY, type PixelActivity, type PixelRow } from './pixel.ts';
import { pixelDaily } from './shard-table.ts';
import { beaconLimits, pixels } from './table.ts';

const QUALITY_DAYS = 7;

/** A pixel of the acting account. Throws not_found for any other. */
export async function requireOwnPixel(ctx: Ctx, id: string): Promise<PixelRow> {
  const query = prepareOnce(mainDb(ctx.env), 'pixel', (db) =>
    db
      .select()
      .from(pixels)
      .where(and(eq(pixels.id, sql.placeholder('id')), eq(pixels.accountId, sql.placeholder('accountId'))))
      .prepare(),
  );
  const row = await query.get({ id, accountId: actingAccount(ctx.actor).id });
  if (!row) throw notFound('pixel');
  return row;
}

/** An account's pixel; null if it has no such pixel. */
export async function findPixel(ctx: SystemCtx, accountId: string, id: string): Promise<PixelRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(pixels)
    .where(and(eq(pixels.id, id), eq(pixels.accountId, accountId)))
    .get();
  return row ?? null;
}

/** The oldest of an account's pixels, without archived ones, one of whose domains is this host or above it. */
export async function findPixelForHost(
  ctx: SystemCtx,
  accountId: string,
  host: string,
): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: pixels.id })
    .from(pixels)
    .where(
      and(
        eq(pixels.accountId, accountId),
        ne(pixels.status, 'archived'),
        sql`EXISTS (SELECT 1 FROM json_each(${pixels.domains}) d WHERE d.value LIKE 'https://%'
          AND substr('.' || ${host}, -length(d.value) + 7) = '.' || substr(d.value, 9))`,
      ),
    )
    .orderBy(pixels.id)
    .limit(1)
    .get();
  return row?.id ?? null;
}

/** Whether an account has a pixel that has recorded a visitor. */
export async function hasVerifiedPixel(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: pixels.id })
    .from(pixels)
    .where(and(eq(pixels.accountId, accountId), eq(pixels.status, 'verified')))
    .limit(1)
    .get();
  return row !== undefined;
}

export async function listOwnPixels(ctx: Ctx, limit: number, range: IdRange): Promise<PixelRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(pixels)
    .where(and(eq(pixels.accountId, actingAccount(ctx.actor).id), withinRange(pixels.id, range)))
    .orderBy(newestFirst(pixels.id))
    .limit(limit + 1)
    .all();
}

export function insertPixel(ctx: SystemCtx, row: PixelRow): void {
  ctx.write.add(mainDb(ctx.env).insert(pixels).values(row));
}

/** Changes a pixel, unless it changed since it was read. */
export function savePixel(ctx: SystemCtx, before: PixelRow, changes: Partial<PixelRow>): void {
  saveVersioned(ctx, pixels, 'pixel', before, changes);
}

const LEFT = sql`(SELECT json_group_array(d.value) FROM json_each(${pixels.domains}) d WHERE d.value <> ${pixels.made} ->> '$.domain')`;

/**
 * Takes out of pixels what a shop that asked to be erased has given them. What the account itself has changed since stays; a
 * pixel that is left without a domain is archived.
 */
export function saveWithoutShop(ctx: SystemCtx, accountId: string, connectionId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(pixels)
      .set({
        name: sql`iif(${pixels.name} = ${pixels.made} ->> '$.name', 'Erased store', ${pixels.name})`,
        domains: LEFT,
        status: sql`iif(${LEFT} = '[]', 'archived', ${pixels.status})`,
        made: null,
        version: sql`${pixels.version} + 1`,
        updatedAt: ctx.now,
      })
      .where(and(eq(pixels.accountId, accountId), sql`${pixels.made} ->> '$.by' = ${connectionId}`)),
  );
}

/**
 * When several pixels of one account last received an event, with their counts of the last 7 days, from its shard in
 * one batch.
 */
export async function findActivity(
  ctx: SystemCtx,
  shard: number | null,
  ids: string[],
): Promise<Map<string, PixelActivity>> {
  const found = new Map<string, PixelActivity>();
  if (shard === null || ids.length === 0) return found;
  const db = shardDb(ctx.env, shard);
  const asked = JSON.stringify(ids);
  const among = sql`${pixelDaily.pixelId} IN (SELECT value FROM json_each(${asked}))`;
  const latest = sql`${pixelDaily.day} = (SELECT MAX(d.day) FROM pixel_daily d WHERE d.pixel_id = pixel_daily.pixel_id)`;
  const [seen, sums] = await db.batch([
    db
      .select({ pixelId: pixelDaily.pixelId, lastSeenAt: pixelDaily.lastSeenAt })
      .from(pixelDaily)
      .where(and(among, latest)),
    db
      .select({
        pixelId: pixelDaily.pixelId,
        events: sql<number>`SUM(${pixelDaily.events})`,
        consented: sql<number>`SUM(${pixelDaily.consented})`,
        fromServer: sql<number>`SUM(${pixelDaily.fromServer})`,
        withUserData: sql<number>`SUM(${pixelDaily.withUserData})`,
        withClickIds: sql<number>`SUM(${pixelDaily.withClickIds})`,
        credited: sql<number>`SUM(${pixelDaily.credited})`,
        located: sql<number>`SUM(${pixelDaily.located})`,
      })
      .from(pixelDaily)
      .where(and(among, gte(pixelDaily.day, day(ctx.now - (QUALITY_DAYS - 1) * DAY_MS))))
      .groupBy(pixelDaily.pixelId),
  ]);
  for (const { pixelId, lastSeenAt } of seen) found.set(pixelId, { ...NO_ACTIVITY, lastSeenAt });
  for (const { pixelId, ...quality } of sums) {
    found.set(pixelId, { lastSeenAt: found.get(pixelId)?.lastSeenAt ?? null, quality });
  }
  return found;
}

/** Verifies those of the pixels that are not verified yet. Running it again changes nothing. */
export function saveVerified(ctx: SystemCtx, ids: string[]): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(pixels)
      .set({ status: 'verified', version: sql`${pixels.version} + 1`, updatedAt: ctx.now })
      .where(
        and(
          eq(pixels.status, 'waiting'),
          sql`${pixels.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        ),
      ),
  );
}

/** Records that an account has reached its daily limit of browser events. */
export function saveBeaconLimit(ctx: SystemCtx, accountId: string, on: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(beaconLimits)
      .values({ accountId, day: on })
      .onConflictDoUpdate({
        target: beaconLimits.accountId,
        set: { day: on },
        setWhere: lt(beaconLimits.day, on),
      }),
  );
}
