import type { SystemCtx } from '../../../context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';
import { askAboutPermission } from './ask-about-code.ts';
import { openCode } from './code.ts';
import { claimLooks, saveNextLook } from './look-store.ts';
import { noteSaid } from './note-said.ts';
import { findAuthorization } from './store.ts';

/** How many are looked at in one run, and how many of these beside each other. */
const IN_A_RUN = 40;
const AT_ONCE = 4;
/** A run that died gives its permissions back after this long. */
const CLAIMED_MS = 10 * MINUTE_MS;

/**
 * Looks daily, at the platforms, at the permissions that ads use: one that was withdrawn there is revoked, one that has
 * ended has expired, and a renewed code is used in each ad account that shows its post. Cron.
 */
export async function lookAtPermissions(ctx: SystemCtx): Promise<void> {
  const until = ctx.now + CLAIMED_MS;
  const due = await claimLooks(ctx, until, IN_A_RUN);
  if (due.length === 0) return;
  const used = await (await ctx.reactions.adsShowing())(ctx, due);
  const idle = due.filter(({ id }) => !used.has(id)).map(({ id }) => id);
  await saveNextLook(ctx, idle, until, ctx.now + DAY_MS);
  const looked = due.filter(({ id }) => used.has(id));
  for (let at = 0; at < looked.length; at += AT_ONCE)
    await Promise.all(
      looked.slice(at, at + AT_ONCE).map(async (row) => {
        const answered = await look(ctx, row, used.get(row.id)!);
        await saveNextLook(ctx, [row.id], until, ctx.now + (answered ? DAY_MS : HOUR_MS));
      }),
    );
}

/** @returns false when a platform could not be asked. */
async function look(
  ctx: SystemCtx,
  { id, code, post }: AdAuthorizationRow,
  connections: readonly string[],
): Promise<boolean> {
  let answered = true;
  for (const connectionId of connections) {
    // As it is now: a connection before may have had news.
    const found = await findAuthorization(ctx, id);
    if (found?.row.status !== 'granted' || found.row.code !== code) return true;
    const of = code === null ? postOf(post, found.shown.url) : { code: await openCode(ctx, found.row, code) };
    if (of === null) return true;
    const connection = await connectionById(ctx, connectionId);
    const said = connection ? await askAboutPermission(ctx, connection, of, 'service') : 'unasked';
    if (said === 'unasked') answered = false;
    else if ((await noteSaid(ctx, found, said)) !== 'kept') return true;
  }
  return answered;
}

/** A permission without a code is found by its post. */
function postOf(post: AdAuthorizationRow['post'], publishedUrl: string | null): { url: string } | null {
  const url = publishedUrl ?? post?.url ?? null;
  return url === null ? null : { url };
}
