// Shared by adding and changing a product: the columns of an input, each checked.
import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { holdFile, readyFile, releaseFile } from '../../platform/files/interface.ts';
import { sealAccessCode } from './access-code.ts';
import type { ProductInput, ProductRow } from './product.ts';

/** The columns that an input changes. Throws validation_failed and what `readyFile` throws. */
export async function productChanges(
  ctx: Ctx,
  before: ProductRow,
  { version: _, accessCode, variants, ...plain }: ProductInput,
): Promise<Partial<ProductRow>> {
  const changes = differing(before, plain);
  if (variants !== undefined) {
    const whole = variants.map(({ id, title, price }) => ({ id, title, price: price ?? null }));
    if (JSON.stringify(whole) !== JSON.stringify(before.variants)) changes.variants = whole;
  }
  checkCurrency({ ...before, ...changes });
  if (accessCode === null && before.accessCode !== null) changes.accessCode = null;
  // A code that is sent always counts as a change: to compare it would mean to read the old one.
  if (accessCode != null) changes.accessCode = await sealAccessCode(ctx, before, accessCode);
  if (changes.image !== undefined) {
    if (changes.image !== null) holdFile(ctx, await readyFile(ctx, changes.image, 'product_image'));
    if (before.image !== null) releaseFile(ctx, before.image);
  }
  return changes;
}

type Plain = Omit<ProductInput, 'version' | 'accessCode' | 'variants'>;

function differing(before: ProductRow, input: Plain): Partial<ProductRow> {
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Plain],
  );
  return Object.fromEntries(given);
}

function checkCurrency({ price, variants, currency }: ProductRow): void {
  const priced = price !== null || variants.some((one) => one.price !== null);
  if (priced && currency === null) throw invalidField('/currency', 'A price needs a currency.');
}
