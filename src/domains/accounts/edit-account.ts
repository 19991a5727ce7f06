import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { rejected } from '../../kit/error.ts';
import { toBasisPoints } from '../../kit/money.ts';
import type { AccountRow, BrandUpdate, CountedAccountRow } from './account.ts';

/** The columns that the fields every profile shares turn into. */
export function profileChanges(input: Omit<z.output<typeof BrandUpdate>, 'brandFee'>): Partial<AccountRow> {
  const changes: Partial<AccountRow> = {};
  if (input.profilePicture !== undefined) {
    if (input.profilePicture !== null)
      throw rejected('file_not_found', 'The profile picture is no file of this account.');
    changes.profilePicture = null;
  }
  if (input.name !== undefined) changes.name = input.name;
  if (input.description !== undefined) changes.description = input.description;
  if (input.recruitment?.headline !== undefined) changes.recruitmentHeadline = input.recruitment.headline;
  if (input.recruitment?.description !== undefined)
    changes.recruitmentDescription = input.recruitment.description;
  return changes;
}

export function feeColumns(fee: { of: 'ad_spend' | 'gmv'; percent: number } | null) {
  return fee ? { of: fee.of, bps: toBasisPoints(fee.percent) } : { of: null, bps: null };
}

/** The row as it will be once the edit is written. */
export function edited(ctx: Ctx, before: CountedAccountRow, changes: Partial<AccountRow>): CountedAccountRow {
  return { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
}
