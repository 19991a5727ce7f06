// Codes that credit a creator, as tests of measurement need them.
import { keyOf } from '../../../src/domains/work/creator-codes/creator-code.ts';
import { insertCode } from '../../../src/domains/work/creator-codes/store.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { systemCtx } from '../world.ts';

/** Gives a creator a code of no connected shop. The creator may be an ID alone. @returns the code's ID. */
export async function giveCode(given: {
  accountId: string;
  kind: 'creator' | 'discount';
  code: string;
  creatorId: string;
  programId?: string;
}): Promise<string> {
  const ctx = systemCtx();
  const id = newId('creatorCode', clock.now());
  insertCode(ctx, {
    programId: newId('program', clock.now()),
    ...given,
    id,
    key: keyOf(given.code),
    status: 'active',
    version: 1,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  await ctx.write.commit();
  return id;
}
