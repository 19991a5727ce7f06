// From a counted conversion to a payment: only confirmed ones, for the submission that they are credited to.

import { describe, expect, it } from 'vitest';
import { insertPayableConversions } from '../../../../src/domains/money/accruals/conversion-store.ts';
import { countApprovals } from '../../../../src/domains/money/accruals/count-approvals.ts';
import { countConversions } from '../../../../src/domains/money/accruals/count-conversions.ts';
import { importConversions } from '../../../../src/domains/money/accruals/import-conversions.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  approve,
  mature,
  mintApproved,
  paidFor,
  run,
  scene,
  sell,
  soon,
  type Till,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { browserEvent, consume } from '../../../harness/pixel/pixel-events.ts';
import { giveCode } from '../../../harness/work/codes.ts';
import { mintSubmission, type Pair, patch } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const accrualsOf = async (submission: string) =>
  (
    await testEnv.DB.prepare('SELECT key, amount, state, evidence FROM accruals WHERE submission_id = ?')
      .bind(submission)
      .all<{ key: string; amount: number; state: string; evidence: string }>()
  ).results;

const browser = (pair: Pair, till: Till, body: object, at = clock.now()) =>
  browserEvent(
    {
      brand: pair.brand as never,
      pixel: till.pixel,
      shard: till.shard,
      conversion: till.conversion,
    } as never,
    'purchase',
    body,
    at,
  );

describe('a conversion', () => {
  it('is paid the day after under each rule that names it', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await sell(pair, till, { serviceId: id, value: 4_999 });
    await sell(pair, till, { serviceId: id, value: 6 });
    await tick();
    expect(await paidFor(id)).toEqual([]);
    await tick(tomorrow());
    // 10 % of 5005 and twice 300.
    expect(await paidFor(id)).toEqual([['program', 501 + 600]]);
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toHaveLength(1);
  });

  it('that only a browser reports pays nothing until a server or the shop confirms it', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await consume([
      browser(pair, till, { serviceId: id, value: 5_000, currency: 'usd', eventId: 'order-1' }),
    ]);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([]);
    await sell(pair, till, { eventId: 'order-1', value: 5_000 });
    await tick(tomorrow() + 1);
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('that only a browser reports pays where the conversion says so', async () => {
    const { pair, till } = await scene({ payBrowserEvents: true });
    const id = await mintApproved(pair);
    await consume([browser(pair, till, { serviceId: id, value: 5_000, currency: 'usd' })]);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('in another currency earns no share, and the accrual says why', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await sell(pair, till, { serviceId: id, value: 5_000, currency: 'eur' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 300]]);
    const share = (await accrualsOf(id)).find(({ key }) => key.endsWith(':1'))!;
    expect([share.amount, JSON.parse(share.evidence).nothing]).toEqual([0, 'other_currency']);
  });

  it('earns only for a time when the work was approved, and its credit stays', async () => {
    const { pair, till } = await scene();
    const { id } = await mintSubmission(pair);
    const early = await sell(pair, till, { serviceId: id, value: 70_000 });
    await tick();
    await approve(pair, id);
    await sell(pair, till, { serviceId: id, value: 5_000 });
    await patch(pair.brand, id, { status: 'review' });
    await sell(pair, till, { serviceId: id, value: 90_000 });
    // The sale from the approved time is only counted now, and waits.
    await tick();
    await tick(tomorrow());
    expect(await accrualsOf(id)).toEqual([]);
    await patch(pair.brand, id, { status: 'rejected' });
    await sell(pair, till, { serviceId: id, value: 80_000 });
    await tick();
    await patch(pair.brand, id, { status: 'review' });
    await approve(pair, id);
    await tick(soon());
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
    const { body } = await call('GET', `/v1/pixel-events/${early}`, pair.brand);
    expect(body.data.credit).toMatchObject({ rule: 'own_link', submission: id });
  });

  it('of work under a retainer earns nothing by the rules', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await testEnv.DB.prepare("UPDATE submissions SET retainer_id = 'ret_1' WHERE id = ?").bind(id).run();
    await sell(pair, till, { serviceId: id, value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([]);
  });

  it("of another account than the work's earns nothing", async () => {
    const [{ pair, till }, elsewhere] = [await scene(), await scene()];
    const id = await mintApproved(pair);
    const fact = {
      conversionId: till.conversion,
      eventId: `pev_${crypto.randomUUID()}`,
      accountId: elsewhere.pair.brand.id,
      creatorId: pair.creator.as,
      submissionId: id,
      campaignId: null,
      valueCents: 5_000,
      currency: 'usd',
      rule: 'last_click',
      source: 'server' as const,
      occurredAt: soon(),
      payableAt: soon(),
      soldCents: 5_000,
      maturedAt: soon(),
      valueBy: 'server' as const,
      creditBy: 'server' as const,
      unreadSince: null,
      occurrenceId: `pev_${crypto.randomUUID()}`,
    };
    await run(async (ctx) => insertPayableConversions(ctx, [fact]));
    await tick();
    await tick(tomorrow());
    expect(await accrualsOf(id)).toEqual([]);
    await run(async (ctx) =>
      insertPayableConversions(ctx, [{ ...fact, eventId: `${fact.eventId}_own`, accountId: pair.brand.id }]),
    );
    await tick();
    expect(await accrualsOf(id)).toHaveLength(2);
  });

  it('does not wait for an approval that came while it was looked at', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await sell(pair, till, { serviceId: id, value: 5_000 });
    await patch(pair.brand, id, { status: 'review' });
    const at = soon();
    await mature(till);
    await importConversions(systemCtx(at));
    const env = overtakenBy(async () => {
      await approve(pair, id);
      await countApprovals(systemCtx(at));
    });
    await countConversions({ ...systemCtx(at), env });
    await tick(at);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('that a code credits pays the newest approved work that was there by then', async () => {
    const { pair, till } = await scene();
    const [older, newer] = [await mintApproved(pair), await mintApproved(pair)];
    const rejected = (await mintSubmission(pair)).id;
    await patch(pair.brand, rejected, { status: 'rejected' });
    await giveCode({
      accountId: pair.brand.id,
      kind: 'discount',
      code: 'save10',
      creatorId: pair.creator.as,
      programId: pair.program,
    });
    await sell(pair, till, { discountCode: 'SAVE10', value: 5_000 });
    const later = await mintApproved(pair);
    await tick();
    await tick(tomorrow());
    const paid = await Promise.all([older, newer, later].map(paidFor));
    expect(paid).toEqual([[], [['program', 800]], []]);
  });

  it('keeps its approval: once something was paid it is not taken back', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await sell(pair, till, { serviceId: id, value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect((await patch(pair.brand, id, { status: 'review' })).status).toBe(409);
  });
});
