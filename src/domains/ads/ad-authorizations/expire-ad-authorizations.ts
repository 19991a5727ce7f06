import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';
import { end } from './note-said.ts';
import { listEnded } from './store.ts';

const AT_ONCE = 50;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 4;

/** Ends authorizations that have expired, each with its event, and deletes their codes. Cron. */
export async function expireAdAuthorizations(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const ended = await listEnded(ctx, AT_ONCE);
    for (const row of ended) await expire(ctx, row);
    if (ended.length < AT_ONCE) break;
  }
}

/** Expires one authorization, unless somebody renewed or revoked it meanwhile. */
async function expire(ctx: SystemCtx, row: AdAuthorizationRow): Promise<void> {
  await inOneBatch(ctx, async (own) => {
    await end(own, row, 'expired');
  }).catch((error) => {
    if ((error as { code?: string }).code !== 'version_conflict') throw error;
  });
}
