// Shared by creating and changing a program: the columns of an input, and checks of the records that it
// refers to.
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { listActiveProducts } from '../../catalog/products/interface.ts';
import { holdFile, readyFile, releaseFile } from '../../platform/files/interface.ts';
import { checkConversions } from '../program-terms/interface.ts';
import { changePay, checkChargeable, conversionsOf, samePay } from '../program-terms/pay.ts';
import type { ProgramRow, ProgramUpdateInput } from '../program-terms/program.ts';
import { listActiveAgreements } from './change-store.ts';

type Fields = Omit<ProgramUpdateInput, 'status' | 'version'>;

/** The columns that an input changes. Every part is checked, and nothing is written. */
export async function programChanges(
  ctx: Ctx,
  before: ProgramRow,
  input: Fields,
): Promise<Partial<ProgramRow>> {
  const changes: Partial<ProgramRow> = {
    ...simpleChanges(before, input),
    ...dateChanges(before, input),
    ...payChanges(ctx, before, input),
  };
  await checkReferences(ctx, before, changes);
  return changes;
}

function simpleChanges(before: ProgramRow, input: Fields): Partial<ProgramRow> {
  const changes: Partial<ProgramRow> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.type !== undefined && input.type !== before.type) {
    if (before.status !== 'draft')
      throw new AppError('conflict', "A program's type is fixed once it has been live.");
    changes.type = input.type;
  }
  if (input.visibility !== undefined) changes.visibility = input.visibility;
  if (input.brief !== undefined) changes.brief = { ...before.brief, ...definedOnly(input.brief) };
  if (input.platforms !== undefined) changes.platforms = [...new Set(input.platforms)];
  if (input.agreements !== undefined) {
    changes.agreements = [...new Set(input.agreements)];
    // With other agreements to accept, an acceptance of the old ones fails.
    if (changes.agreements.join() !== before.agreements.join()) {
      changes.agreementsEpoch = before.agreementsEpoch + 1;
    }
  }
  if (input.products !== undefined) changes.products = [...new Set(input.products)];
  if (input.limits?.creators !== undefined) changes.limitCreators = input.limits.creators;
  if (input.limits?.submissionsPerCreator !== undefined)
    changes.limitSubmissionsPerCreator = input.limits.submissionsPerCreator;
  if (input.limits?.budget !== undefined) changes.limitBudget = input.limits.budget;
  if (input.image !== undefined) changes.image = input.image;
  if (input.publicPage !== undefined) changes.publicPage = input.publicPage;
  return changes;
}

function dateChanges(before: ProgramRow, input: Fields): Partial<ProgramRow> {
  const changes: Partial<ProgramRow> = {};
  if (input.startsAt !== undefined) changes.startsAt = moment(input.startsAt);
  if (input.endsAt !== undefined) changes.endsAt = moment(input.endsAt);
  const { startsAt, endsAt } = { ...before, ...changes };
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw invalidField('/endsAt', 'Must be after startsAt.', 'date_order');
  return changes;
}

function payChanges(ctx: Ctx, before: ProgramRow, input: Fields): Partial<ProgramRow> {
  if (input.pay === undefined) return {};
  const old = before.pay;
  const { pay, nextRule } = changePay(old, input.pay, before.nextRule);
  if (samePay(old, pay)) return {};
  if (pay.currency !== old.currency && before.status !== 'draft') {
    throw rejected('currency_fixed', 'The currency of the pay is fixed once the program has been live.');
  }
  checkChargeable(pay, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
  return { pay, payVersion: before.payVersion + 1, nextRule: Math.max(before.nextRule, nextRule) };
}

async function checkReferences(ctx: Ctx, before: ProgramRow, changes: Partial<ProgramRow>): Promise<void> {
  if (changes.image !== undefined && changes.image !== before.image) {
    if (changes.image !== null) holdFile(ctx, await readyFile(ctx, changes.image, 'program_image'));
    if (before.image !== null) releaseFile(ctx, before.image);
  }
  await checkProducts(ctx, before, changes.products ?? []);
  const old = conversionsOf(before.pay?.rules ?? []);
  const conversions = conversionsOf(changes.pay?.rules ?? []).filter((one) => !old.includes(one));
  await checkConversions(ctx, before.accountId, conversions);
  const agreements = (changes.agreements ?? []).filter((one) => !before.agreements.includes(one));
  if (agreements.length > 0) {
    const found = await listActiveAgreements(ctx, before.accountId, agreements);
    const missing = agreements.filter((one) => !found.has(one));
    if (missing.length > 0)
      throw rejected('agreement_not_found', 'Not an active agreement of this account.', {
        agreements: missing,
      });
  }
}

/** Only new products are looked up: an existing one may have been archived since it was set. */
async function checkProducts(ctx: Ctx, before: ProgramRow, products: string[]): Promise<void> {
  const added = products.filter((one) => !before.products.includes(one));
  if (added.length === 0) return;
  const found = await listActiveProducts(ctx, before.accountId, added);
  const missing = added.filter((one) => !found.has(one));
  if (missing.length > 0)
    throw rejected('product_not_found', 'Not an active product of this account.', {
      path: '/products',
      products: missing,
    });
}

function moment(value: string | null): number | null {
  return value === null ? null : Date.parse(value);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOnly<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>;
}
