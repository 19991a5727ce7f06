// Reports which connections campaigns use.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { ConnectionUse } from '../../accounts/connections/connection.ts';
import type { ConnectionUses } from '../../accounts/connections/interface.ts';
import { countActive, nothingActive } from './store.ts';

export const campaignUses: ConnectionUses = {
  async usesOf(ctx: SystemCtx, holder: string): Promise<ReadonlyMap<string, ConnectionUse>> {
    const counted = await countActive(ctx, holder);
    return new Map(
      counted.map(({ connection, count }) => [connection, { activeCampaigns: count, inUse: count > 0 }]),
    );
  },
  requireUnused(ctx, connectionId) {
    ctx.write.require(
      nothingActive(connectionId),
      async () => new AppError('conflict', 'A campaign started to use this connection at the same time.'),
    );
  },
};
