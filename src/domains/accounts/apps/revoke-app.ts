import type { Ctx } from '../../../context.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type App, present } from './app.ts';
import { endGrantsOfApp } from './grant-store.ts';
import { requireApp, saveApp } from './store.ts';

/** Revokes an app for good and disconnects everybody from it. */
export async function revokeApp(ctx: Ctx, id: string, seen: { version: number }): Promise<App> {
  const before = await requireApp(ctx, id);
  checkVersion(before, seen.version);
  saveApp(ctx, before, { revokedAt: ctx.now });
  endGrantsOfApp(ctx, id, 'app_revoked');
  return present({ ...before, version: before.version + 1, updatedAt: ctx.now });
}
