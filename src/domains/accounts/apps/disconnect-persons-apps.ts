import type { SystemCtx } from '../../../context.ts';
import { endAllGrantsOfPerson } from './grant-store.ts';

/** Adds to the batch that no app acts for a person any more, in any account. */
export function disconnectPersonsApps(ctx: SystemCtx, personId: string): void {
  endAllGrantsOfPerson(ctx, personId, 'disconnected');
}
