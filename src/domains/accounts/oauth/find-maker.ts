import type { SystemCtx } from '../../../context.ts';
import { findContact } from '../accounts/interface.ts';
import type { Authorization } from './check-authorization.ts';

/** The name of the account that made the app, as shown to the person; null for an app that registered itself. */
export async function findMaker(ctx: SystemCtx, { app }: Authorization): Promise<string | null> {
  if (app.accountId === null) return null;
  return (await findContact(ctx, app.accountId))?.name ?? null;
}
