import type { SystemCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { isZone } from '../../../kit/zone.ts';
import { saveZone } from './store.ts';

/** A person chooses a time zone, in the caller's batch. Throws validation_failed. */
export function setZone(ctx: SystemCtx, personId: string, zone: string): void {
  if (!isZone(zone)) throw invalidField('/zone', 'Choose one of the time zones.');
  saveZone(ctx, personId, zone, false);
}

/** Keeps the zone of a person's browser, in the caller's batch, while none is known. What is no zone is left out. */
export function noteZone(ctx: SystemCtx, personId: string, zone: string): void {
  if (zone !== '' && isZone(zone)) saveZone(ctx, personId, zone, true);
}
