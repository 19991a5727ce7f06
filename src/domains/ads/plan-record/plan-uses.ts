// Open plans keep the connections that they were checked against.
import { AppError } from '../../../kit/error.ts';
import type { ConnectionUses } from '../../accounts/connections/interface.ts';
import { listPlannedConnections, notPlanned } from './store.ts';

export const planUses: ConnectionUses = {
  async usesOf(ctx, holder) {
    const used = await listPlannedConnections(ctx, holder);
    return new Map(used.map((id) => [id, { activeCampaigns: 0, inUse: true }]));
  },
  requireUnused(ctx, connectionId) {
    ctx.write.require(
      notPlanned(ctx, connectionId),
      async () => new AppError('conflict', 'A plan started to use this connection at the same time.'),
    );
  },
};
