import type { SystemCtx } from '../../../context.ts';
import { onVisit, UNKNOWN, type VisitAnswer, visitUrl } from './visit.ts';

/** The page that a person was sent to had been used or was too old: a fresh one for the same visit. */
export async function renewHostedSetup(ctx: SystemCtx, visitId: string): Promise<VisitAnswer> {
  return await onVisit(ctx, visitId, async ({ id, holder }, provider) => {
    const location = (await provider.renew?.(ctx, holder, visitUrl(ctx, id))) ?? null;
    return location === null ? UNKNOWN : { location };
  });
}
