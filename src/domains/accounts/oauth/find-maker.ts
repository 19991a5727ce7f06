import type { SystemCtx } from '../../../context.ts';
import { findContact } from '../accounts/interface.ts';
import type { Authorization } from './check-authorization.ts';

/** Who made the app that asks, as a person is told; null for one that registered itself. */
export async function findMaker(ctx: SystemCtx, { app }: Authorization): Promise<string | null> {
  if (app.accountId === null) return null;
  return (await findContact(ctx, app.accountId))?.name ?? null;
}
