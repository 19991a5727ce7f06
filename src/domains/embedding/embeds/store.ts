import { and, count, eq, getTableColumns, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import { type EmbedEnd, embedEnd, keyStandsIn } from '../../../auth/frame-store.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { embedSessions } from '../../../db/embed-sessions-table.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { PRUNED_AT_ONCE } from '../../../db/prune.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { type AppError, notFound } from '../../../kit/error.ts';
import { lowestId } from '../../../kit/ids.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { type EmbedRow, type FoundEmbed, SECRET_MS, TOKEN_MS } from './embed.ts';

const why = sql<EmbedEnd | null>`${sql.raw(embedEnd('embed_sessions'))}`;

function selectFound(ctx: SystemCtx, where: SQL | undefined) {
  return mainDb(ctx.env)
    .select({ row: getTableColumns(embedSessions), why })
    .from(embedSessions)
    .where(where);
}

/** A session of the acting account. Throws not_found. */
export async function requireEmbed(ctx: Ctx, id: string): Promise<FoundEmbed> {
  const own = and(eq(embedSessions.id, id), eq(embedSessions.accountId, actingAccount(ctx.actor).id));
  const found = await selectFound(ctx, own).get();
  if (!found) throw notFound('embed');
  return found;
}

export async function listEmbeds(
  ctx: Ctx,
  { creator, status }: { creator?: string | undefined; status?: 'created' | 'open' | undefined },
  limit: number,
  range: IdRange,
): Promise<FoundEmbed[]> {
  const opened = status === 'open' ? isNotNull(embedSessions.openedAt) : isNull(embedSessions.openedAt);
  const own = and(
    eq(embedSessions.accountId, actingAccount(ctx.actor).id),
    creator === undefined ? undefined : eq(embedSessions.creatorId, creator),
    status === undefined ? undefined : and(stillGood(ctx), opened),
    withinRange(embedSessions.id, range),
  );
  return await selectFound(ctx, own)
    .orderBy(newestFirst(embedSessions.id))
    .limit(limit + 1)
    .all();
}

/**
 * Sessions whose secret or frame still works. None is older than both together, so only the newest are read,
 * however many an account made before.
 */
const stillGood = ({ now }: SystemCtx) =>
  and(
    gt(embedSessions.id, lowestId('embed', now - SECRET_MS - TOKEN_MS)),
    isNull(embedSessions.endedAt),
    gt(sql`COALESCE(${embedSessions.tokenUntil}, ${embedSessions.secretUntil})`, now),
    isNull(why),
  );

/** How many sessions of the acting account still work, by the key that made them. */
export async function countOpen(ctx: Ctx): Promise<{ key: string; count: number }[]> {
  return await mainDb(ctx.env)
    .select({ key: embedSessions.keyId, count: count() })
    .from(embedSessions)
    .where(and(eq(embedSessions.accountId, actingAccount(ctx.actor).id), stillGood(ctx)))
    .groupBy(embedSessions.keyId)
    .orderBy(embedSessions.keyId)
    .all();
}

/** How many sessions of the acting account still work for one creator. */
export async function countOpenOf(ctx: Ctx, creator: string): Promise<number> {
  const own = eq(embedSessions.accountId, actingAccount(ctx.actor).id);
  const found = await mainDb(ctx.env)
    .select({ count: count() })
    .from(embedSessions)
    .where(and(own, eq(embedSessions.creatorId, creator), stillGood(ctx)))
    .get();
  return found?.count ?? 0;
}

/** Ends, in the caller's batch, all sessions of the acting account that still work and were made by a key, or for a creator. */
export function saveAllEnded(ctx: Ctx, of: { key: string } | { creator: string }): void {
  const which = 'key' in of ? eq(embedSessions.keyId, of.key) : eq(embedSessions.creatorId, of.creator);
  ctx.write.add(
    mainDb(ctx.env)
      .update(embedSessions)
      .set({ endedAt: ctx.now, version: sql`${embedSessions.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(embedSessions.accountId, actingAccount(ctx.actor).id), which, stillGood(ctx))),
  );
}

/** A session, whoever made it: for its frame, which has no actor yet. */
export async function findEmbed(ctx: SystemCtx, id: string): Promise<FoundEmbed | null> {
  return (await selectFound(ctx, eq(embedSessions.id, id)).get()) ?? null;
}

export interface NamedEmbed extends FoundEmbed {
  accountName: string;
  accountType: 'brand' | 'partner';
  /** Whether the key behind the session acts as the creator, since no person answers for the record. */
  standsIn: 0 | 1;
}

/** The session of a secret, with the name of its account. */
export const findBySecret = (ctx: SystemCtx, secretHash: string): Promise<NamedEmbed | null> =>
  findNamed(ctx, eq(embedSessions.secretHash, secretHash));

/** A session by its ID, with the name of its account. */
export const findNamedEmbed = (ctx: SystemCtx, id: string): Promise<NamedEmbed | null> =>
  findNamed(ctx, eq(embedSessions.id, id));

async function findNamed(ctx: SystemCtx, where: SQL): Promise<NamedEmbed | null> {
  const found = await mainDb(ctx.env)
    .select({
      row: getTableColumns(embedSessions),
      why,
      accountName: accounts.name,
      accountType: accounts.type,
      standsIn: sql<0 | 1>`${sql.raw(keyStandsIn('embed_sessions'))}`,
    })
    .from(embedSessions)
    .innerJoin(accounts, eq(accounts.id, embedSessions.accountId))
    .where(where)
    .get();
  return found ?? null;
}

/** The session with a person's token that has not ended. */
export async function findByPersonToken(ctx: SystemCtx, hash: string): Promise<FoundEmbed | null> {
  const own = and(eq(embedSessions.personTokenHash, hash), gt(embedSessions.personTokenUntil, ctx.now));
  return (await selectFound(ctx, own).get()) ?? null;
}

type Yes = Pick<EmbedRow, 'claimedAt' | 'personId' | 'personSessionId' | 'yesHash' | 'yesUntil'>;

/** Keeps a person's yes for the frame to fetch, in the caller's batch; the token of an earlier one is void. */
export function saveYes(ctx: SystemCtx, id: string, yes: Yes, refusal: () => AppError): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(embedSessions)
      .set({ ...yes, yesAt: ctx.now, personTokenHash: null, personTokenUntil: null })
      .where(and(eq(embedSessions.id, id), isNull(embedSessions.endedAt))),
    async () => refusal(),
  );
}

/** Gives a frame the person's token for what its window handed over, in the caller's batch: once. */
export function claimYes(
  ctx: SystemCtx,
  id: string,
  yesHash: string,
  token: Pick<EmbedRow, 'personTokenHash' | 'personTokenUntil'>,
  refusal: () => AppError,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(embedSessions)
      .set({ ...token, yesHash: null, yesUntil: null })
      .where(
        and(
          eq(embedSessions.id, id),
          eq(embedSessions.yesHash, yesHash),
          gt(embedSessions.yesUntil, ctx.now),
          isNull(embedSessions.endedAt),
        ),
      ),
    async () => refusal(),
  );
}

export function insertEmbed(ctx: SystemCtx, row: EmbedRow): void {
  ctx.write.add(mainDb(ctx.env).insert(embedSessions).values(row));
}

/** Ends a session, unless it changed since it was read. */
export function saveEmbed(ctx: SystemCtx, before: EmbedRow, changes: Partial<EmbedRow>): void {
  saveVersioned(ctx, embedSessions, 'embed', before, changes);
}

/**
 * Gives a frame its token in exchange for the secret, in the caller's batch: of two frames with the same
 * secret one gets it.
 */
export function claimSecret(
  ctx: SystemCtx,
  before: EmbedRow,
  opened: Pick<EmbedRow, 'tokenHash' | 'tokenUntil' | 'openedWith'> & Partial<EmbedRow>,
  refusal: () => AppError,
): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(embedSessions)
      .set({ ...opened, openedAt: ctx.now, version: before.version + 1, updatedAt: ctx.now })
      .where(
        and(
          eq(embedSessions.id, before.id),
          isNull(embedSessions.openedAt),
          isNull(embedSessions.endedAt),
          gt(embedSessions.secretUntil, ctx.now),
        ),
      ),
    async () => refusal(),
  );
}

/** Deletes the oldest sessions, at most PRUNED_AT_ONCE. @param unopened only those that no frame opened. */
export async function deleteEmbedsBelow(ctx: SystemCtx, id: string, unopened: boolean): Promise<number> {
  const old = and(lt(embedSessions.id, id), unopened ? isNull(embedSessions.openedAt) : undefined);
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM embed_sessions WHERE id IN (
    SELECT id FROM embed_sessions WHERE ${old} ORDER BY id LIMIT ${PRUNED_AT_ONCE})`);
  return meta.changes;
}
