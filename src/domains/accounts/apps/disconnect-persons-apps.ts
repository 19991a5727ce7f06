import type { SystemCtx } from '../../../context.ts';
import { addAuditEntries } from '../audit/interface.ts';
import { connectionsOfPerson } from './connection-store.ts';
import { endAllGrantsOfPerson } from './grant-store.ts';

/**
 * Ends, in the caller's batch, every app's access for a person in all accounts. Each account's audit log names the apps
 * that were connected at that moment.
 */
export function disconnectPersonsApps(ctx: SystemCtx, personId: string, request: Request): void {
  const act = { person: personId, operation: 'disconnectPersonsApps', request };
  addAuditEntries(ctx, act, connectionsOfPerson(ctx, personId));
  endAllGrantsOfPerson(ctx, personId, 'disconnected');
}
