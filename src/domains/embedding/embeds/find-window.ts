import { type EmbedComponent, type EmbedFeature, featuresOf } from '../../../auth/frame.ts';
import type { SystemCtx } from '../../../context.ts';
import { findOffered } from '../../work/creator-consent/interface.ts';
import { isTooOld } from './allow-frame.ts';
import { findNamedEmbed } from './store.ts';

/** What the window of a frame says to anybody: who shows the frame, and where. */
export interface WindowPage {
  id: string;
  accountName: string;
  origin: string;
  component: EmbedComponent;
  features: readonly EmbedFeature[];
  locale: string | null;
  /** Whether nothing can be done in it any more. */
  over: boolean;
  /** For a signed-in person alone, and only where it is theirs. */
  creator: string;
}

/** The window of a session; null for an unknown one. */
export async function findWindow(ctx: SystemCtx, id: string): Promise<WindowPage | null> {
  const found = await findNamedEmbed(ctx, id);
  if (!found) return null;
  const { row, why, accountName } = found;
  const { origin, component, locale, creatorId: creator } = row;
  // The person may just have taken the record over in this window.
  const over = (why !== null && why !== 'taken_over') || isTooOld(row, ctx.now);
  const features = featuresOf(component, row.features);
  return { id, accountName, origin, component, features, locale, over, creator };
}

/** Whether the record of a window is at an address that the person verified, for them to take over. */
export async function isOffered(
  ctx: SystemCtx,
  { creator }: Pick<WindowPage, 'creator'>,
  personId: string,
): Promise<boolean> {
  return (await findOffered(ctx, personId, creator)) !== null;
}
