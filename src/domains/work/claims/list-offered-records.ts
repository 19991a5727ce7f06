import type { SystemCtx } from '../../../context.ts';
import { listOffersTo } from '../creator-consent/interface.ts';
import { OFFERED_AT_ONCE, type OfferedRecord, presentOffer } from './offered-record.ts';

/** The records that a person may claim or decline: those that are left, 20 at a time. */
export async function listOfferedRecords(ctx: SystemCtx, person: string): Promise<OfferedRecord[]> {
  return (await listOffersTo(ctx, person, OFFERED_AT_ONCE)).map(presentOffer);
}
