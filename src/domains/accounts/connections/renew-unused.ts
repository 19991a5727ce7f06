import type { SystemCtx } from '../../../context.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { connectableOf } from './connectable-of.ts';
import type { ConnectionRow } from './connection.ts';
import { expireConnection } from './expire-connection.ts';
import { withGoodToken } from './renew-token.ts';
import { listRenewable, saveRenewAt } from './renewal-store.ts';

/** How many are renewed in one run. The next minute's run continues. */
const AT_ONCE = 20;
const AGAIN_MS = HOUR_MS;

/**
 * Renews the tokens of connections that nobody has used for half of their refresh token's life. When the provider
 * cannot renew them right now, they are tried again in an hour. Cron.
 */
export async function renewUnused(ctx: SystemCtx): Promise<void> {
  for (const row of await listRenewable(ctx, AT_ONCE)) await renewOne(ctx, row);
}

async function renewOne(ctx: SystemCtx, row: ConnectionRow): Promise<void> {
  const load = connectableOf(ctx, row.provider, row);
  if (!load) throw new Error(`${row.provider} is connected by no consent`);
  try {
    await withGoodToken(ctx, row, await load(), 'half');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error instanceof ProviderError && error.kind === 'auth_expired')
      return await expireConnection(ctx, row);
    log('warn', { what: 'unused tokens were not renewed', connection: row.id, reason: error.message });
  }
  // Renewed tokens have a later time by now, which this leaves alone.
  await saveRenewAt(ctx, row, ctx.now + AGAIN_MS);
}
