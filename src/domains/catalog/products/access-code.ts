// Encrypts access codes. Each ciphertext is bound to its product.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import type { ProductRow } from './product.ts';

type Owner = Pick<ProductRow, 'id' | 'accountId'>;

const about = ({ accountId, id }: Owner) => [accountId, id];

export async function sealAccessCode(ctx: SystemCtx, owner: Owner, code: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, code, about(owner));
}

/** Throws unavailable when no key decrypts it, which means that a key is missing from SEALING_KEYS. */
export async function openAccessCode(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  try {
    return await openSealed(ctx.vars.SEALING_KEYS, sealed, about(owner));
  } catch {
    throw new AppError('unavailable', 'The access code of this product cannot be read right now.');
  }
}
