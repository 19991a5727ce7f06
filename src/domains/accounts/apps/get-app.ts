import type { Ctx } from '../../../context.ts';
import { type App, present } from './app.ts';
import { countConnections, listOwnApps, requireApp } from './store.ts';

/** An app of the account, with the number of connections that an edit would end. */
export async function getApp(ctx: Ctx, id: string): Promise<App & { connections: number }> {
  const app = present(await requireApp(ctx, id));
  return { ...app, connections: await countConnections(ctx, id) };
}

/** The account's apps, except those that were revoked. */
export async function listApps(ctx: Ctx): Promise<App[]> {
  return (await listOwnApps(ctx)).map(present);
}
