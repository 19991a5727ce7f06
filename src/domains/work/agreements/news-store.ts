// SQL for telling creators of agreements that they have to accept.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { type Ask, askOf, firstAsk, isPending } from './pending-store.ts';

export interface News {
  agreement: string;
  account: string;
  cursor: string;
  /** How often telling it failed in turn. */
  failures: number;
}

/** Lets creators be told of an agreement's newest version, in the caller's batch; again from the first, if it is told of already. */
export function insertNews(ctx: SystemCtx, { id, accountId }: { id: string; accountId: string }): void {
  ctx.write.addSql(sql`INSERT INTO agreement_news (agreement_id, account_id, cursor) VALUES (${id}, ${accountId}, '')
    ON CONFLICT (agreement_id) DO UPDATE SET cursor = '', due_at = 0, failures = 0`);
}

/** One of the agreements that creators are not all told of yet, and that is due; null when there is none. */
export async function findNews(ctx: SystemCtx): Promise<News | null> {
  const [news] = await mainDb(ctx.env).all<News>(
    sql`SELECT agreement_id AS agreement, account_id AS account, cursor, failures FROM agreement_news
      WHERE due_at <= ${ctx.now} ORDER BY due_at, agreement_id LIMIT 1`,
  );
  return news ?? null;
}

/**
 * The next creators of the roster, and what asks each of them to accept the agreement; null where nothing does.
 * @param limit how many are looked at.
 */
export async function listAsked(
  ctx: SystemCtx,
  { agreement, account, cursor }: News,
  limit: number,
): Promise<{ creator: string; ask: Ask | null }[]> {
  const rows = await mainDb(ctx.env).all<{ creator: string; ask: string | null }>(sql`
    SELECT r.creator_id AS creator, CASE WHEN ${isPending(sql`r`)} THEN ${firstAsk(sql`r`)} END AS ask
    FROM creator_relationships r JOIN agreements ON agreements.id = ${agreement}
    JOIN agreement_versions ON agreement_versions.agreement_id = agreements.id
      AND agreement_versions.number = agreements.latest
    WHERE r.account_id = ${account} AND r.creator_id > ${cursor} ORDER BY r.creator_id LIMIT ${limit}`);
  return rows.map(({ creator, ask }) => ({ creator, ask: ask === null ? null : askOf(ask) }));
}

/** Records how far the roster was told; null: to its end. The batch fails when another run told it, or a newer version came. */
export function saveTold(ctx: SystemCtx, { agreement, cursor }: News, last: string | null): void {
  ctx.write.require(
    sql`EXISTS (SELECT 1 FROM agreement_news WHERE agreement_id = ${agreement} AND cursor = ${cursor})`,
    overtaken,
  );
  ctx.write.addSql(
    last === null
      ? sql`DELETE FROM agreement_news WHERE agreement_id = ${agreement}`
      : sql`UPDATE agreement_news SET cursor = ${last}, failures = 0 WHERE agreement_id = ${agreement}`,
  );
}

/** Lets an agreement wait after a failure, so that it holds up no other. A newer version is told at once all the same. */
export async function saveNewsLater(
  ctx: SystemCtx,
  { agreement, cursor, failures }: News,
  dueAt: number,
): Promise<void> {
  await mainDb(ctx.env).run(sql`UPDATE agreement_news SET due_at = ${dueAt}, failures = ${failures + 1}
    WHERE agreement_id = ${agreement} AND cursor = ${cursor} AND failures = ${failures}`);
}
