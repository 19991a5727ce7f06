import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { EndedState } from './operation-state.ts';
import { type OperationRow, saveOperationEnded } from './store.ts';

/** Ends an operation in the caller's batch, with its event. */
export function endOperation(ctx: SystemCtx, operation: OperationRow, as: EndedState): void {
  saveOperationEnded(ctx, operation, as);
  tellEnded(ctx, operation);
}

/** Tells the brand and its partner that an operation ended, in the caller's batch. */
export function tellEnded(
  ctx: SystemCtx,
  { id, planId, accountId, campaignId }: Pick<OperationRow, 'id' | 'planId' | 'accountId' | 'campaignId'>,
): void {
  const data = {
    ads_operation: id,
    ads_plan: planId,
    ...(campaignId === null ? {} : { campaign: campaignId }),
  };
  emit(ctx, { type: 'ads_operation.ended', account: accountId, creator: null, data });
}
