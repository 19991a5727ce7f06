import type { SystemCtx } from '../../../context.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { savePersonName } from './store.ts';

/** A person changes their display name. Throws validation_failed. */
export function updatePerson(ctx: SystemCtx, personId: string, name: string): void {
  requirePartyName(name, ctx.vars.SERVICE_NAME);
  savePersonName(ctx, personId, name);
}
