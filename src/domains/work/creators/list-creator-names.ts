import type { Ctx } from '../../../context.ts';
import { listVisible } from '../creator-consent/interface.ts';
import { viewerOf } from '../creator-consent/viewer.ts';
import { shownName } from './present-creator.ts';

/** As many as a page of a list names. */
export const MOST_NAMED = 250;

export interface CreatorNames {
  names: { id: string; name: string }[];
}

/** What the account calls some creators; those that it may not see are left out. */
export async function listCreatorNames(ctx: Ctx, ids: readonly string[]): Promise<CreatorNames> {
  const viewer = viewerOf(ctx.actor);
  if (viewer.kind === 'creator') return { names: [] };
  const found = await listVisible(ctx, viewer, ids);
  return { names: found.map((one) => ({ id: one.creator.id, name: shownName(one, viewer) })) };
}
