// What happens to a submission when its payment is rejected.
import { describe, expect, it } from 'vitest';
import { recordViews } from '../../../../src/domains/money/accruals/record-views.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import {
  approve,
  mintApproved,
  mintRuled,
  paymentsFor,
  run,
  soon,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call } from '../../../harness/world.ts';

const PER_VIDEO = { type: 'per_video', amount: 5_000 };
const PER_VIEW = { type: 'per_thousand_views', amount: 200 };

describe('a payment that is taken back for good', () => {
  const reject = async (pair: Pair, id: string) => {
    const body = { decision: 'reject', reason: 'Not agreed.' };
    expect((await call('PATCH', `/v1/payments/${id}`, { ...pair.brand, body })).status).toBe(200);
  };

  it('is not shown as paid, and the approval can be taken back; a new one is not paid twice', async () => {
    const pair = await mintRuled([PER_VIDEO], { approval: 'manual' });
    const id = await mintApproved(pair);
    const other = await mintApproved(pair);
    await tick();
    const [payment] = await paymentsFor(id);
    const before = (await read(pair.brand, id)).body.data;
    expect(before.paid).toMatchObject({ payment: payment!.id });
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(409);
    await reject(pair, payment!.id);
    expect((await read(pair.creator, id)).body.data).toMatchObject({
      status: 'approved',
      paid: null,
      version: before.version + 1,
    });
    expect((await read(pair.brand, other)).body.data.paid).not.toBeNull();
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(200);
    await approve(pair, id);
    for (const at of [soon(), tomorrow(), tomorrow() + DAY_MS]) await tick(at);
    expect(await paymentsFor(id)).toHaveLength(1);
    expect((await read(pair.brand, id)).body.data).toMatchObject({ status: 'approved', paid: null });
  });

  it('leaves work paid that another payment stands for', async () => {
    const pair = await mintRuled([PER_VIDEO, PER_VIEW], { approval: 'manual' });
    const id = await mintApproved(pair);
    await tick();
    await run((ctx) => recordViews(ctx, id, 1_000, soon()));
    await tick(tomorrow());
    const [approval, views] = await paymentsFor(id);
    await reject(pair, approval!.id);
    const paid = { amount: 200, currency: 'usd', payment: views!.id };
    expect((await read(pair.brand, id)).body.data.paid).toEqual(paid);
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(409);
    await reject(pair, views!.id);
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(200);
  });
});
