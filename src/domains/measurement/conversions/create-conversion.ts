import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import {
  type Conversion,
  type ConversionCreate,
  type ConversionRow,
  DEFAULT_WINDOW_DAYS,
  NO_COUNTS,
  presentConversion,
} from './conversion.ts';
import { insertConversion } from './store.ts';

/** Defines what counts from now on. Earlier events are not counted retroactively. */
export async function createConversion(
  ctx: Ctx,
  input: z.output<typeof ConversionCreate>,
): Promise<Conversion> {
  const row: ConversionRow = {
    id: newId('conversion', ctx.now),
    accountId: actingAccount(ctx.actor).id,
    name: input.name,
    eventName: input.eventName,
    pageUrlContains: input.pageUrlContains ?? null,
    minValueCents: input.minValue?.amount ?? null,
    minValueCurrency: input.minValue?.currency ?? null,
    attributionWindowDays: input.attributionWindowDays ?? DEFAULT_WINDOW_DAYS,
    payBrowserEvents: input.payBrowserEvents ?? false,
    status: 'active',
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertConversion(ctx, row);
  return presentConversion(row, NO_COUNTS);
}
