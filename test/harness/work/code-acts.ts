// The act of the consent stage that is about creators' codes.
import { expect } from 'vitest';
import { flagCode } from './codes.ts';
import { type Act, asAccount, asCreator, send } from './consent-acts.ts';
import type { Account, Creator, Stage } from './consent-table.ts';

/** An account gives a creator a code. It is flagged with evidence, and answered for with a note. */
export const giveCreatorCode: Act = async (stage) =>
  await giveAndFlag(stage, stage.pick(stage.accounts), stage.pick(stage.creators));

export async function giveAndFlag(stage: Stage, account: Account, creator: Creator): Promise<void> {
  const own = asAccount(account);
  const code = stage.marker({ of: 'creatorCode', account, creator });
  const body = { creator: creator.id, program: account.programs[0], code, kind: 'discount' };
  const made = await send(stage, own, 'POST', '/v1/creator-codes', body, {
    'Idempotency-Key': `give ${code}`,
  });
  stage.check(own, 'giving a code', made);
  if (made.status !== 201) return;
  const path = `/v1/creator-codes/${made.body.data.id}`;
  const [evidence, note] = [stage.marker({ of: 'flag', account }), stage.marker({ of: 'flag', account })];
  await flagCode(made.body.data.id, [{ code: 'few_landings', text: evidence }]);
  const answer = { answer: stage.pick(['keep', 'stop']), note };
  const answered = await send(stage, own, 'PATCH', path, answer);
  for (const marker of [code, evidence, note]) expect(JSON.stringify(answered.body)).toContain(marker);
  for (const reader of [own, asCreator(creator), asAccount(stage.pick(stage.accounts))])
    stage.check(reader, 'reading a code', await send(stage, reader, 'GET', path));
}
