import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { listCreatorsConnections } from '../../accounts/connections/interface.ts';
import { saveRemovalHeard } from './store.ts';

/** The largest body in bytes. */
export const WEBHOOK_LIMIT = 16 * 1024;

/**
 * Makes the accounts due whose owner is said to have taken our access away. The run asks the platform: an old delivery ends
 * no connection that was made since. Throws invalid_key when the signature is wrong, before anything is looked up.
 */
export async function receiveRemoval(
  ctx: SystemCtx,
  provider: 'tiktok',
  headers: Headers,
  body: string,
): Promise<void> {
  const platform = await ctx.reactions.socialPlatforms[provider]!();
  const news = await platform.readNews!(ctx.vars, headers, body);
  if (news === null) throw new AppError('invalid_key', 'The signature is wrong.');
  if (news.removed === null) return;
  const connections = await listCreatorsConnections(ctx, provider, news.removed);
  if (connections.length > 0) await saveRemovalHeard(ctx, connections);
}
