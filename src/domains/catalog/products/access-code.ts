// Encrypts access codes. Each ciphertext is bound to its product.
import type { SystemCtx } from '../../../context.ts';
import { openField, seal } from '../../../kit/sealed.ts';
import type { ProductRow } from './product.ts';

type Owner = Pick<ProductRow, 'id' | 'accountId'>;

const about = ({ accountId, id }: Owner) => [accountId, id];

export async function sealAccessCode(ctx: SystemCtx, owner: Owner, code: string): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, code, about(owner));
}

/** Throws unavailable when no key opens it. */
export async function openAccessCode(ctx: SystemCtx, owner: Owner, sealed: string): Promise<string> {
  return await openField(
    ctx.vars.SEALING_KEYS,
    sealed,
    about(owner),
    'The access code of this product cannot be read right now.',
  );
}
