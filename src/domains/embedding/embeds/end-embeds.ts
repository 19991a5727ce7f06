import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { EmbedsEnd } from './embed.ts';
import { saveAllEnded } from './store.ts';

/** Ends all sessions of a key or for a creator that still work. Their frames are refused with their next request. */
export async function endEmbeds(ctx: Ctx, input: z.output<typeof EmbedsEnd>): Promise<Record<string, never>> {
  saveAllEnded(ctx, input);
  return {};
}
