import type { SystemCtx } from '../../../context.ts';
import { blankAccount } from './create-brand.ts';
import { insertAccount } from './store.ts';

/** Opens, in the caller's batch, the account that a person signed up for. Nobody manages it. @returns its ID. */
export async function openAccount(
  ctx: SystemCtx,
  input: { type: 'brand' | 'partner'; name: string; email: string },
): Promise<string> {
  const row = await blankAccount(ctx, input.type, input.name);
  insertAccount(ctx, { ...row, email: input.email });
  return row.id;
}
