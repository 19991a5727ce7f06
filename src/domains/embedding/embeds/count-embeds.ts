import type { Ctx } from '../../../context.ts';
import { countOpen, countOpenOf } from './store.ts';

/** How many sessions of the acting account still work: by key, and of one creator. */
export async function countEmbeds(
  ctx: Ctx,
  { creator }: { creator?: string | undefined },
): Promise<{ keys: { key: string; count: number }[]; ofCreator: number }> {
  const [keys, ofCreator] = await Promise.all([
    countOpen(ctx),
    creator === undefined ? 0 : countOpenOf(ctx, creator),
  ]);
  return { keys, ofCreator };
}
