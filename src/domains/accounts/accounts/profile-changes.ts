import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { holdFile, readyFile, releaseFile } from '../../platform/files/interface.ts';
import type { AccountRow, CountedAccountRow } from './account.ts';
import type { BrandUpdate } from './account-input.ts';
import { deletePictureImport } from './picture-import-store.ts';

/**
 * Turns the profile fields that all account types share into columns. The picture must be a ready file of the acting
 * account, and it cannot be deleted while the profile shows it. Throws operation_rejected, and validation_failed for a
 * name that could pass for the service's own.
 */
export async function profileChanges(
  ctx: Ctx,
  before: AccountRow,
  input: Omit<z.output<typeof BrandUpdate>, 'brandFee'>,
): Promise<Partial<AccountRow>> {
  const changes: Partial<AccountRow> = {};
  // What comes later than a picture from a URL takes its place.
  if (input.profilePicture !== undefined)
    deletePictureImport(ctx, before.id, input.profilePicture !== before.profilePicture);
  if (input.profilePicture !== undefined && input.profilePicture !== before.profilePicture) {
    if (input.profilePicture !== null) {
      holdFile(ctx, await readyFile(ctx, input.profilePicture, 'profile_picture'));
    }
    if (before.profilePicture !== null) releaseFile(ctx, before.profilePicture);
    changes.profilePicture = input.profilePicture;
  }
  if (input.name !== undefined) {
    requirePartyName(input.name, ctx.vars.SERVICE_NAME, '/name', before.name);
    changes.name = input.name;
  }
  if (input.description !== undefined) changes.description = input.description;
  if (input.recruitment?.headline !== undefined) changes.recruitmentHeadline = input.recruitment.headline;
  if (input.recruitment?.description !== undefined)
    changes.recruitmentDescription = input.recruitment.description;
  return withoutSame(before, changes);
}

/** The changes that are any. */
function withoutSame(before: AccountRow, changes: Partial<AccountRow>): Partial<AccountRow> {
  const real = Object.entries(changes).filter(([name, value]) => value !== before[name as keyof AccountRow]);
  return Object.fromEntries(real);
}

export function feeColumns(fee: { of: 'ad_spend' | 'gmv'; percent: number } | null) {
  return fee ? { of: fee.of, bps: toBasisPoints(fee.percent) } : { of: null, bps: null };
}

/** The row as it will be after the edit is written. */
export function edited(ctx: Ctx, before: CountedAccountRow, changes: Partial<AccountRow>): CountedAccountRow {
  return { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
}
