import type { Ctx } from '../../../context.ts';
import { listVisible } from '../creator-consent/interface.ts';
import { shownName } from '../creator-consent/stage.ts';
import { viewerOf } from '../creator-consent/viewer.ts';

/** The number of names that a list page can need. */
export const MOST_NAMED = 250;

export interface CreatorNames {
  names: { id: string; name: string }[];
}

/** The account's names for creators, without those that it may not see. */
export async function listCreatorNames(ctx: Ctx, ids: readonly string[]): Promise<CreatorNames> {
  const viewer = viewerOf(ctx.actor);
  if (viewer.kind === 'creator') return { names: [] };
  const found = await listVisible(ctx, viewer, ids);
  return { names: found.map((one) => ({ id: one.creator.id, name: shownName(one, viewer) })) };
}
