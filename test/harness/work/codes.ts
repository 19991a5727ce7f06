// Codes that credit a creator, as tests of measurement need them.
import { type CodeRow, type Evidence, keyOf } from '../../../src/domains/work/creator-codes/creator-code.ts';
import { insertCode } from '../../../src/domains/work/creator-codes/store.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { systemCtx, testEnv } from '../world.ts';

/** Gives a creator a code of no connected shop. The creator may be an ID alone. @returns the code's ID. */
export async function giveCode(
  given: Partial<CodeRow> & Pick<CodeRow, 'accountId' | 'kind' | 'code' | 'creatorId'>,
): Promise<string> {
  const ctx = systemCtx();
  const id = newId('creatorCode', clock.now());
  insertCode(ctx, {
    programId: newId('program', clock.now()),
    status: 'active',
    version: 1,
    ...given,
    id,
    key: keyOf(given.code),
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  await ctx.write.commit();
  return id;
}

/** Flags a code, with evidence that nobody looked for. */
export async function flagCode(id: string, evidence: Evidence[] = []): Promise<void> {
  await testEnv.DB.prepare(
    `UPDATE creator_codes SET status = 'flagged', flagged_at = ?2, answer_by = ?2 + 14 * 86400000, answer = NULL,
      answered_at = NULL, evidence = ?3 WHERE id = ?1`,
  )
    .bind(id, clock.now(), JSON.stringify(evidence))
    .run();
}
