import type { Ctx } from '../../../context.ts';
import { openDocuments } from './accept-agreements.ts';
import type { Application } from './application.ts';
import { presentOwn } from './get-application.ts';
import { findApplication } from './store.ts';

/**
 * The acting creator's application to a program, with the agreements to accept; null when there is none. Both are looked
 * for at once, since a page that had to know the application's ID first would wait once more.
 */
export async function getOwnApplication(
  ctx: Ctx,
  programId: string,
): Promise<{ application: Application | null }> {
  const { creator } = ctx.actor;
  if (creator === null) return { application: null };
  const [found, agreements] = await Promise.all([
    findApplication(ctx, programId, creator),
    openDocuments(ctx, programId, creator),
  ]);
  return { application: found && presentOwn(ctx, found, agreements) };
}
