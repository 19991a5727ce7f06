// A creator that a brand has paused takes no new work from it, not even work that was offered before.
import { describe, expect, it } from 'vitest';
import { createApplication } from '../../../../src/domains/work/applications/create-application.ts';
import { updateApplication } from '../../../../src/domains/work/applications/update-application.ts';
import { createRetainer } from '../../../../src/domains/work/retainers/create-retainer.ts';
import { updateRetainer } from '../../../../src/domains/work/retainers/update-retainer.ts';
import { createSubmission } from '../../../../src/domains/work/submissions/create-submission.ts';
import { mintAgreement, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintPair, mintVideo } from '../../../harness/work/submissions.ts';
import { type Answer, call } from '../../../harness/world.ts';

const EVIDENCE = { ip: null, userAgent: null };
const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason];

/** A creator that works for a brand, with an open invitation, offer and application. */
async function mintOpen() {
  const pair = await mintPair();
  const { brand, creator } = pair;
  const ask = async (caller: { key: string; as?: string }, method: string, path: string, body: object) => {
    const answer = await call(method, `/v1/${path}`, {
      key: caller.key,
      ...(caller.as ? { as: caller.as } : {}),
      body,
    });
    return answer;
  };
  const agreement = await mintAgreement(brand.id);
  const program = async (agreements: string[] = []) =>
    (await mintProgram(brand.key, { status: 'live', visibility: 'network', agreements })).id as string;
  const invite = (id: string) => ask(brand, 'POST', 'applications', { program: id, creator: creator.as });
  const offer = () => ask(brand, 'POST', 'retainers', { creator: creator.as, pay: { base: 1000 } });
  const answer = (caller: { key: string; as?: string }, path: string, status: string) =>
    ask(caller, 'PATCH', path, { status });
  const invited = `applications/${(await invite(await program([agreement]))).body.data.id}`;
  const rejected = `applications/${(await invite(await program([agreement]))).body.data.id}`;
  await answer(brand, rejected, 'rejected');
  const applied = `applications/${(await ask(creator, 'POST', 'applications', { program: await program() })).body.data.id}`;
  return { pair, brand, creator, program, invite, offer, answer, invited, rejected, applied };
}

describe('a paused creator', () => {
  it('is offered nothing new, and accepts nothing that was offered before, until it is live again', async () => {
    const scene = await mintOpen();
    const { pair, brand, creator, program, invite, offer, answer, invited, rejected, applied } = scene;
    const retainer = `retainers/${(await offer()).body.data.id}`;
    const pause = (status: string) => answer(brand, `creators/${creator.as}`, status);
    const [free, file] = [await program(), await mintVideo(pair)];
    const acts = [
      () => call('POST', '/v1/submissions', { ...creator, body: { program: pair.program, file } }),
      () => invite(free),
      () => answer(creator, invited, 'approved'),
      () => answer(brand, rejected, 'pending'),
      () => answer(brand, applied, 'approved'),
      () => answer(creator, retainer, 'accepted'),
    ];
    await pause('paused');
    for (const act of acts) expect(reasonOf(await act()), String(act)).toEqual([422, 'creator_paused']);
    await answer(brand, retainer, 'canceled');
    expect(reasonOf(await offer())).toEqual([422, 'creator_paused']);
    expect((await answer(creator, invited, 'withdrawn')).status).toBe(200);
    await pause('live');
    acts.splice(2, 1);
    acts.splice(-1, 1, offer);
    for (const act of acts) expect((await act()).status, String(act)).toBeLessThan(202);
  });

  it('is one also when the brand pauses it between the look and the write', async () => {
    const { pair, brand, creator, program, offer, answer, invited } = await mintOpen();
    const other = await mintOpen();
    const key = (one: typeof brand) => ({ ...one, keyId: 'key_1', readKey: '' });
    const self = () => verbCtx(key(brand), { creator: creator.as });
    const retainer = (await offer()).body.data.id;
    const [free, file] = [await program(), await mintVideo(pair)];
    const open = [verbCtx(key(brand), { account: 'brand' }), self(), self(), self()] as const;
    await createApplication(open[0], { program: free, creator: creator.as }, EVIDENCE);
    await updateApplication(open[1], invited.split('/')[1]!, { status: 'approved' }, EVIDENCE);
    await updateRetainer(open[2], retainer, { status: 'accepted' }, EVIDENCE);
    await createSubmission(open[3], { program: pair.program, file });
    const offering = verbCtx(key(other.brand), { account: 'brand' });
    await createRetainer(offering, { creator: other.creator.as, pay: { base: 1000 } });
    for (const one of [{ brand, creator }, other])
      await answer(one.brand, `creators/${one.creator.as}`, 'paused');
    for (const ctx of [...open, offering])
      await expect(ctx.write.commit()).rejects.toMatchObject({ details: { reason: 'creator_paused' } });
  });
});
