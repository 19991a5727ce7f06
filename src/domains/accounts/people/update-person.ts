import type { SystemCtx } from '../../../context.ts';
import { savePersonName } from './store.ts';

/** A person changes how others see it. */
export function updatePerson(ctx: SystemCtx, personId: string, name: string): void {
  savePersonName(ctx, personId, name);
}
