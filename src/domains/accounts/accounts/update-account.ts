import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Account, AccountRow, CountedAccountRow } from './account.ts';
import type { AccountUpdate } from './account-input.ts';
import { edited, feeColumns, profileChanges } from './profile-changes.ts';
import { MANAGES_NOBODY, requireCurrentAccount, saveAccount } from './store.ts';
import { withPicture } from './with-pictures.ts';

type Input = z.output<typeof AccountUpdate>;

/**
 * Changes the acting account. Only partners have rates and a listing, and only an account that manages nobody can
 * change its type.
 */
export async function updateAccount(ctx: Ctx, input: Input): Promise<Account> {
  const before = await requireCurrentAccount(ctx);
  checkVersion(before, input.version);
  const changes: Partial<AccountRow> = {
    ...(await profileChanges(ctx, before, input)),
    ...typeChange(before, input),
  };
  if (input.returnSchemes !== undefined) changes.returnSchemes = [...new Set(input.returnSchemes)];
  const type = changes.type ?? before.type;
  Object.assign(changes, partnerChanges(ctx, before, type, input));
  if (Object.keys(changes).length === 0) return await withPicture(ctx, before);
  const leavesPartner = changes.type === 'brand';
  saveAccount(
    ctx,
    before,
    changes,
    leavesPartner
      ? {
          where: MANAGES_NOBODY,
          refusal: () =>
            rejected('still_managing', 'A partner with brands or creators cannot become a brand.'),
        }
      : undefined,
  );
  return await withPicture(ctx, edited(ctx, before, changes));
}

function typeChange(before: CountedAccountRow, input: Input): Partial<AccountRow> {
  if (input.type === undefined || input.type === before.type) return {};
  if (before.managedBy !== null) throw rejected('managed_brand', 'A managed brand cannot change its type.');
  if (input.type === 'partner') return { type: 'partner' };
  // A brand has no rates and no listing.
  return {
    type: 'brand',
    partnerTakeRateBps: null,
    partnerFeeOf: null,
    partnerFeeBps: null,
    listed: false,
    listingHeadline: null,
    listingCategories: [],
    listingRegisteredAt: null,
  };
}

function partnerChanges(
  ctx: Ctx,
  before: CountedAccountRow,
  type: 'brand' | 'partner',
  input: Input,
): Partial<AccountRow> {
  const { creatorTakeRate, brandFee, listing } = input;
  if (creatorTakeRate === undefined && brandFee === undefined && listing === undefined) return {};
  if (type !== 'partner')
    throw rejected('not_a_partner', 'Only a partner has take rates, brand fees and a listing.');
  const changes: Partial<AccountRow> = {};
  if (creatorTakeRate !== undefined) {
    changes.partnerTakeRateBps = creatorTakeRate ? toBasisPoints(creatorTakeRate.percent) : null;
  }
  if (brandFee !== undefined) {
    const fee = feeColumns(brandFee);
    changes.partnerFeeOf = fee.of;
    changes.partnerFeeBps = fee.bps;
  }
  if (listing?.listed !== undefined) {
    changes.listed = listing.listed;
    if (listing.listed && before.listingRegisteredAt === null) changes.listingRegisteredAt = ctx.now;
  }
  if (listing?.headline !== undefined) changes.listingHeadline = listing.headline;
  if (listing?.categories !== undefined) changes.listingCategories = listing.categories;
  return changes;
}
