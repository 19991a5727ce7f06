import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { cleanDomains, newSandboxKey } from './create-pixel.ts';
import { withActivity } from './get-pixel.ts';
import type { Pixel, PixelRow, PixelUpdate } from './pixel.ts';
import { requireOwnPixel, savePixel } from './store.ts';

/** Changes or archives a pixel, or renews its sandbox key. An archived pixel keeps its history and can no longer be changed. */
export async function updatePixel(ctx: Ctx, id: string, input: z.output<typeof PixelUpdate>): Promise<Pixel> {
  const before = await requireOwnPixel(ctx, id);
  checkVersion(before, input.version);
  const changes: Partial<PixelRow> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.domains !== undefined) changes.domains = cleanDomains(input.domains, ctx.vars.ALLOW_LOCAL_URLS);
  if (input.excludedCountries !== undefined)
    changes.excludedCountries = [...new Set(input.excludedCountries)];
  if (input.status !== undefined && input.status !== before.status) changes.status = input.status;
  if (input.renewSandboxKey) changes.sandboxKey = newSandboxKey();
  if (Object.keys(changes).length === 0) return await withActivity(ctx, before);
  if (before.status === 'archived') throw new AppError('conflict', 'An archived pixel no longer changes.');
  savePixel(ctx, before, changes);
  return await withActivity(ctx, { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now });
}
