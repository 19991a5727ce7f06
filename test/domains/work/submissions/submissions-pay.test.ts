// The basis of payments: a submission's pay terms, and that it is due once.

import { describe, expect, it } from 'vitest';
import { listPayDue, settlePay, termsOf } from '../../../../src/domains/work/submissions/interface.ts';
import * as clock from '../../../harness/clock.ts';
import { mintPair, mintSubmission, type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call, systemCtx } from '../../../harness/world.ts';

const perVideo = (amount: number) => ({ rules: [{ type: 'per_video', amount }] });
const setPay = async (path: string, pair: Pair, pay: unknown) => {
  const answer = await call('PATCH', path, { ...pair.brand, body: { pay } });
  expect(answer.status).toBe(200);
};
const due = async (id: string) =>
  (await listPayDue(systemCtx(clock.now() + 1000), 1000)).find((row) => row.id === id);

describe('the pay of a piece of work', () => {
  it("is the program's of the moment when it was first sent in, also after a revision", async () => {
    const pair = await mintPair({ pay: perVideo(5000) });
    const old = await mintSubmission(pair);
    await patch(pair.brand, old.id, { status: 'revision', note: 'Again.' });
    await setPay(`/v1/programs/${pair.program}`, pair, perVideo(9000));
    const fresh = await mintSubmission(pair);
    const again = await patch(pair.creator, old.id, { url: 'https://www.tiktok.com/@me/video/1' });
    expect([again.body.data.payVersion, fresh.payVersion]).toEqual([1, 2]);
    for (const [id, amount] of [
      [old.id, 5000],
      [fresh.id, 9000],
    ] as const) {
      await patch(pair.brand, id, { status: 'approved' });
      const row = await due(id);
      expect((await termsOf(systemCtx(), row!)).rules).toMatchObject([{ type: 'per_video', amount }]);
    }
  });

  it("is the creator's own over the program's, as it was then", async () => {
    const pair = await mintPair({ pay: { ...perVideo(5000), cap: 100_000 } });
    const application = `/v1/applications/${pair.application}`;
    await setPay(application, pair, perVideo(7000));
    const one = await mintSubmission(pair);
    await setPay(application, pair, { cap: 50_000 });
    await setPay(application, pair, null);
    const two = await mintSubmission(pair);
    for (const [id, amount] of [
      [one.id, 7000],
      [two.id, 5000],
    ] as const) {
      await patch(pair.brand, id, { status: 'approved' });
      const terms = await termsOf(systemCtx(), (await due(id))!);
      expect(terms).toMatchObject({ rules: [{ amount }], cap: 100_000 });
    }
  });
});

describe('an approval', () => {
  it('is due once, until it is settled or taken back', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    expect(await due(id)).toBeUndefined();
    await patch(pair.brand, id, { status: 'approved' });
    const stale = (await due(id))!;
    await patch(pair.brand, id, { status: 'review' });
    expect(await due(id)).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await patch(pair.brand, id, { status: 'approved' });
    await patch(pair.brand, id, { status: 'live' });
    const row = (await due(id))!;
    expect(row.payDueAt).toBeGreaterThan(stale.payDueAt!);
    const paid = { payment: `pay_${'1'.repeat(26)}`, amount: 5000, currency: 'eur' };
    // A row that was read before the approval was taken back pays nothing.
    for (const one of [stale, row]) {
      const ctx = systemCtx();
      settlePay(ctx, one, paid);
      if (one === row) await ctx.write.commit();
      else await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await due(id)).toBeUndefined();
    const twice = systemCtx();
    settlePay(twice, row, { ...paid, amount: 1 });
    await expect(twice.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    expect((await read(pair.brand, id)).body.data.paid).toEqual(paid);
  });

  it('that pays nothing is settled, and may still be taken back', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    await patch(pair.brand, id, { status: 'approved' });
    const ctx = systemCtx();
    settlePay(ctx, (await due(id))!, null);
    await ctx.write.commit();
    expect(await due(id)).toBeUndefined();
    expect((await read(pair.brand, id)).body.data.paid).toBe(null);
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(200);
  });
});
