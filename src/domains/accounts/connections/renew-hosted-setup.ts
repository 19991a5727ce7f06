import type { SystemCtx } from '../../../context.ts';
import { onVisit, UNKNOWN, type VisitAnswer, visitUrl } from './visit.ts';

/** Sends the person to a fresh page for the same visit when the first page had been used or had expired. */
export async function renewHostedSetup(ctx: SystemCtx, visitId: string): Promise<VisitAnswer> {
  return await onVisit(ctx, visitId, async ({ id, holder }, provider) => {
    const location = (await provider.renew?.(ctx, holder, visitUrl(ctx, id))) ?? null;
    return location === null ? UNKNOWN : { location };
  });
}
