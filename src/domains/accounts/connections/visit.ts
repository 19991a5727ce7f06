import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteVisits, insertVisit, type VisitRow } from './store.ts';

/** Longer than any page of the processor stays open. */
const LIVES_MS = 2 * DAY_MS;

/** A visit about to begin, with the address that the processor sends the person back to. */
export function newVisit(ctx: SystemCtx): { id: string; url: string } {
  const id = randomBase62(32);
  return { id, url: `${ctx.vars.PUBLIC_URL}/connections/${id}` };
}

/** Keeps the visit with the caller's batch. */
export function keepVisit(ctx: SystemCtx, visit: Omit<VisitRow, 'createdAt' | 'expiresAt'>): void {
  insertVisit(ctx, { ...visit, createdAt: ctx.now, expiresAt: ctx.now + LIVES_MS });
}

/** Forgets visits a month after they ended: until then a late visitor is told what happened. Cron. */
export async function forgetVisits(ctx: SystemCtx): Promise<void> {
  await deleteVisits(ctx, ctx.now - 30 * DAY_MS);
}
