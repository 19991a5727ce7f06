import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { type Account, type AccountRow, presentAccount } from './account.ts';
import type { BrandCreate } from './account-input.ts';
import { feeColumns } from './profile-changes.ts';
import { insertAccount, isSlugTaken, requirePartner } from './store.ts';

/** A partner creates a brand that it manages. Emits brand.created. */
export async function createBrand(ctx: Ctx, input: z.output<typeof BrandCreate>): Promise<Account> {
  const partner = actingAccount(ctx.actor);
  if (partner.type !== 'partner')
    throw new AppError('permission_denied', 'Only a partner creates managed brands.');
  requirePartyName(input.name, ctx.vars.SERVICE_NAME);
  const fee = feeColumns(input.brandFee ?? null);
  const row: AccountRow = {
    ...(await blankAccount(ctx, 'brand', input.name)),
    managedBy: partner.id,
    brandFeeOf: fee.of,
    brandFeeBps: fee.bps,
    email: input.email ?? null,
    phone: input.phone ?? null,
  };
  requirePartner(ctx, partner.id);
  insertAccount(ctx, row);
  emit(ctx, { type: 'brand.created', account: row.id, creator: null, data: { brand: row.id } });
  return presentAccount({ ...row, brandCount: 0 }, null);
}

/** An account with only a type, a name and a slug derived from the name. */
export async function blankAccount(
  ctx: SystemCtx,
  type: 'brand' | 'partner',
  name: string,
): Promise<AccountRow> {
  const id = newId('account', ctx.now);
  return {
    id,
    type,
    name,
    slug: await freeSlug(ctx, name, id),
    status: 'active',
    managedBy: null,
    brandFeeOf: null,
    brandFeeBps: null,
    partnerTakeRateBps: null,
    partnerFeeOf: null,
    partnerFeeBps: null,
    email: null,
    phone: null,
    profilePicture: null,
    cardStatus: null,
    cardBrand: null,
    cardLast4: null,
    identityStatus: 'required',
    bankAccountStatus: null,
    description: null,
    recruitmentHeadline: null,
    recruitmentDescription: null,
    listed: false,
    listingHeadline: null,
    listingCategories: [],
    returnSchemes: [],
    listingRegisteredAt: null,
    eventsShard: null,
    creatorCount: 0,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

async function freeSlug(ctx: SystemCtx, name: string, id: string): Promise<string> {
  const base =
    name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'account';
  return (await isSlugTaken(ctx, base)) ? `${base}-${id.slice(-8)}` : base;
}
