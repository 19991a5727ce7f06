// What the pages ask of embeds.
import type { EmbedComponent } from '../../../auth/frame.ts';
import type { SystemCtx } from '../../../context.ts';
import { findEmbed } from './store.ts';

export { allowFrame } from './allow-frame.ts';
export { findWindow, isOffered, type WindowPage } from './find-window.ts';

/** What a frame's page says before anybody has proved anything. */
export interface FramePage {
  component: EmbedComponent;
  /** The one origin that may show it; null for a session that nobody may show any more. */
  origin: string | null;
  locale: string | null;
}

/** The frame of a session; null for an unknown one. */
export async function findFramePage(ctx: SystemCtx, id: string): Promise<FramePage | null> {
  const found = await findEmbed(ctx, id);
  if (!found) return null;
  const { component, origin, locale } = found.row;
  const barred = found.why === 'key_revoked' || found.why === 'origin_removed';
  return { component, locale, origin: barred ? null : origin };
}
