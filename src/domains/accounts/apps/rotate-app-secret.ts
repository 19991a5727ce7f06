import { hashKeySecret, newSecret } from '../../../auth/key-secret.ts';
import type { Ctx } from '../../../context.ts';
import { checkVersion } from '../../../resource/version.ts';
import { present } from './app.ts';
import type { AppWithSecret } from './create-app.ts';
import { endGrantsOfApp } from './grant-store.ts';
import { requireApp, saveApp } from './store.ts';

/** Gives an app a new secret. The old one stops working at once, and everybody is disconnected. */
export async function rotateAppSecret(
  ctx: Ctx,
  id: string,
  seen: { version: number },
): Promise<AppWithSecret> {
  const before = await requireApp(ctx, id);
  checkVersion(before, seen.version);
  const secret = newSecret('client');
  saveApp(ctx, before, { secretHash: hashKeySecret(secret) });
  endGrantsOfApp(ctx, id, 'secret_rotated');
  return { ...present({ ...before, version: before.version + 1, updatedAt: ctx.now }), secret };
}
