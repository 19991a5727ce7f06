import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Conversion, ConversionRow, ConversionUpdate } from './conversion.ts';
import { withCounts } from './get-conversion.ts';
import { requireOwnConversion, saveConversion } from './store.ts';

/** Changes or archives a conversion. Changes apply from now on: what was counted before stays. */
export async function updateConversion(
  ctx: Ctx,
  id: string,
  input: z.output<typeof ConversionUpdate>,
): Promise<Conversion> {
  const before = await requireOwnConversion(ctx, id);
  checkVersion(before, input.version);
  const changes: Partial<ConversionRow> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.pageUrlContains !== undefined) changes.pageUrlContains = input.pageUrlContains;
  if (input.minValue !== undefined) {
    changes.minValueCents = input.minValue?.amount ?? null;
    changes.minValueCurrency = input.minValue?.currency ?? null;
  }
  if (input.attributionWindowDays !== undefined) changes.attributionWindowDays = input.attributionWindowDays;
  if (input.payBrowserEvents !== undefined) changes.payBrowserEvents = input.payBrowserEvents;
  if (input.status !== undefined && input.status !== before.status) changes.status = input.status;
  if (Object.keys(changes).length === 0) return await withCounts(ctx, before);
  if (before.status === 'archived')
    throw new AppError('conflict', 'An archived conversion no longer changes.');
  saveConversion(ctx, before, changes);
  return await withCounts(ctx, { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now });
}
