// GET /v1/earnings/:id?expand=explanation: from the event to the payout, with numbers that add up.
import { describe, expect, it } from 'vitest';
import { recordViews } from '../../../../src/domains/money/accruals/record-views.ts';
import { ledgerOf } from '../../../../src/domains/money/ledger/ledger-client.ts';
import { beginPayout, endPayout } from '../../../../src/domains/money/ledger/payout-batch.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { countTrips } from '../../../harness/faults/trips.ts';
import {
  mintApproved,
  mintRuled,
  mintTill,
  paymentsFor,
  run,
  sell,
  setPay,
  soon,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { chargeIn, decideOn, inBatch, mintPaid, mintPayment } from '../../../harness/money/payments.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

interface Step {
  step: string;
  text: string;
  records: string[];
  amount: number | null;
  currency: string | null;
}

const earningOf = (pair: Pair, id: string, caller: { key: string; as?: string } = pair.creator) =>
  call('GET', `/v1/earnings/${id}?expand=explanation`, caller);

async function explained(pair: Pair, id: string): Promise<Step[]> {
  const answer = await earningOf(pair, id);
  expect(answer.status).toBe(200);
  return answer.body.data.explanation;
}

const told = (steps: Step[]) => steps.map(({ step, amount }) => [step, amount]);
const step = (steps: Step[], name: string) => steps.find((one) => one.step === name)!;

describe('an earning by conversions', () => {
  it('is explained from the sale to the payout', async () => {
    const pair = await mintPaid(10);
    const till = await mintTill(pair);
    const rules = [{ type: 'revenue_share', percent: 12.5, conversion: till.conversion }];
    await setPay(pair, { rules, approval: 'automatic', schedule: { holdDays: 3 } });
    const id = await mintApproved(pair);
    const event = await sell(pair, till, { serviceId: id, value: 8_001 });
    const foreign = await sell(pair, till, { serviceId: id, value: 5_000, currency: 'eur' });
    await tick();
    await tick(tomorrow() + 2 * DAY_MS);
    expect(await paymentsFor(id)).toEqual([]);
    await tick(tomorrow() + 3 * DAY_MS);
    const [payment] = await paymentsFor(id);
    const earning = payment!.creator_earning_id;

    const made = await explained(pair, earning);
    expect(told(made)).toEqual([
      ['event', 8_001],
      ['attribution', null],
      ['rule', 1_000],
      ['event', 5_000],
      ['attribution', null],
      ['rule', 0],
      ['payment', 1_000],
      ['share', -100],
      ['hold', 900],
      ['payout', 0],
    ]);
    expect(made[0]!.records).toEqual([till.conversion, event]);
    expect(made[0]!.text).toContain('$80.01');
    expect(made[0]!.text).toContain("confirmed by the brand's server");
    expect(made[0]!.text).toContain("Its value was reported by the brand's server. It matured on");
    expect(made[1]).toMatchObject({
      text: "It came through this submission's link. This was reported by the brand's server.",
      records: [id],
    });
    expect(made[2]!.text).toBe(
      "Rule 1: 12.5% of the value of each conversion. The exact amount is $10.00125. Only the rule's total is rounded, which makes this part $10.00.",
    );
    expect(made[3]!.records).toEqual([till.conversion, foreign]);
    expect(made[5]!.text).toContain('in another currency');
    expect(step(made, 'payment').records).toEqual([payment!.id]);
    expect(step(made, 'share').text).toBe(
      "The creator's partner takes 10% of it, $1.00; the creator earns $9.00.",
    );
    expect(step(made, 'hold').text).toBe('It becomes available once the brand has been charged.');

    const charged = tomorrow() + DAY_MS;
    await run((ctx) => paymentOutcomes.charged(ctx, [payment!.id], charged), charged);
    // The sale waited before it was counted, so there is no second hold.
    expect((await earningOf(pair, earning)).body.data).toMatchObject({
      status: 'available',
      holdUntilAt: null,
    });
    const ledger = ledgerOf(testEnv, pair.creator.as);
    await ledger.post(pair.creator.as, {
      key: 'test:release',
      at: charged,
      earnings: [{ do: 'move', id: earning, to: 'available' }],
    });
    const payout = newId('payout', charged);
    const ask = { at: charged, currency: 'usd' };
    await beginPayout(systemCtx(), pair.creator.as, { key: `${payout}:begin`, ...ask });
    expect((await earningOf(pair, earning)).body.data.status).toBe('available');
    await endPayout(systemCtx(), pair.creator.as, {
      key: `${payout}:end`,
      begun: `${payout}:begin`,
      paid: true,
      payout,
      ...ask,
    });
    const paid = await explained(pair, earning);
    expect(step(paid, 'payout')).toMatchObject({ records: [payout], amount: 900, currency: 'usd' });
    expect(step(paid, 'payout').text).toContain(`with payout ${payout}`);
    expect(step(paid, 'payment').text).toContain(
      `The brand was charged for it on ${new Date(charged).toISOString().slice(0, 10)}.`,
    );
  });

  it('tells many reasons as a sum, so that the numbers still add up', async () => {
    const pair = await mintPair();
    const till = await mintTill(pair);
    const rules = [{ type: 'per_conversion', amount: 100, conversion: till.conversion }];
    await setPay(pair, { rules, approval: 'automatic' });
    const id = await mintApproved(pair);
    for (let i = 0; i < 23; i++) await sell(pair, till, { serviceId: id, value: 1_000 });
    await tick();
    await tick(tomorrow());
    const steps = await explained(pair, (await paymentsFor(id))[0]!.creator_earning_id);
    const rulesTold = steps.filter((one) => one.step === 'rule');
    expect(rulesTold).toHaveLength(21);
    expect(rulesTold.reduce((sum, one) => sum + one.amount!, 0)).toBe(2_300);
    expect(rulesTold.at(-1)!.text).toContain('3 more like these add up to $3.00.');
    // The next page lists the remaining events one by one.
    const path = `/v1/earnings/${(await paymentsFor(id))[0]!.creator_earning_id}?expand=explanation`;
    const { env, count: trips } = countTrips();
    const first = (await call('GET', path, { ...pair.creator, env })).body.data;
    // The key is known by now.
    expect(trips()).toBe(1);
    const next = await call('GET', `${path}&cursor=${first.explanationCursor}`, pair.creator);
    expect(next.body.data.explanationCursor).toBeNull();
    const events = [...steps, ...next.body.data.explanation].filter((one: Step) => one.step === 'event');
    expect(new Set(events.map((one: Step) => one.records[1])).size).toBe(23);
    expect(told(next.body.data.explanation).filter(([name]) => name === 'rule')).toHaveLength(3);
    for (const bad of [
      `${path}&cursor=x`,
      path.replace('expand=explanation', `cursor=${first.explanationCursor}`),
    ])
      expect((await call('GET', bad, pair.creator)).status).toBe(400);
  });
});

describe('an earning by other rules', () => {
  it('tells the approval and the views, and what the limits cut', async () => {
    const pair = await mintRuled(
      [
        { type: 'per_video', amount: 5_000 },
        { type: 'per_thousand_views', amount: 300, minViews: 500, maxAmount: 2_000 },
      ],
      { cap: 5_700, limits: { budget: 5_600 } },
    );
    const id = await mintApproved(pair);
    await run((ctx) => recordViews(ctx, id, 4_000, soon()));
    await tick();
    await tick(tomorrow());
    const [approval, views] = await paymentsFor(id);
    const first = await explained(pair, approval!.creator_earning_id);
    expect(told(first).slice(0, 3)).toEqual([
      ['event', null],
      ['rule', 5_000],
      ['payment', 5_000],
    ]);
    expect(first[0]).toMatchObject({ text: 'The submission was approved.', records: [id] });
    expect(first[1]!.text).toBe('Rule 1: $50.00 per approved video.');
    const second = await explained(pair, views!.creator_earning_id);
    expect(second[0]!.text).toBe('The views of the post went from 0 to 4000.');
    expect(second[1]!.text).toBe('Rule 2: $3.00 per 1,000 views, starting at 500 views, up to $20.00.');
    // 12.00 was earned: the cap leaves 7.00 of it and the budget 6.00.
    expect(told(second).slice(1, 5)).toEqual([
      ['rule', 1_200],
      ['limit', -500],
      ['limit', -100],
      ['payment', 600],
    ]);
    // Later accruals are cut to nothing, and no payment would mention them.
    await run((ctx) => recordViews(ctx, id, 5_000, soon() + 1));
    await tick(tomorrow() + DAY_MS);
    const besides = (await explained(pair, views!.creator_earning_id)).filter(({ step }) => step === 'limit');
    expect(besides.slice(-2).map(({ amount, text }) => [amount, text])).toEqual(
      [
        ['$2.00', "the program's cap per creator ($57.00)"],
        ['$1.00', "the program's budget"],
      ].map(([what, limit]) => [
        0,
        `This submission earned another ${what} that was not paid because of ${limit}. See the cut pay of the submission for details.`,
      ]),
    );
  });
});

describe('an earning by terms of one creator', () => {
  it('is explained by these, and not by those of the program', async () => {
    const pair = await mintRuled([{ type: 'per_video', amount: 5_000 }]);
    const own = { pay: { rules: [{ type: 'per_video', amount: 7_500 }] } };
    const path = `/v1/applications/${pair.application}`;
    expect((await call('PATCH', path, { ...pair.brand, body: own })).status).toBe(200);
    const id = await mintApproved(pair);
    await tick();
    const [payment] = await paymentsFor(id);
    const steps = await explained(pair, payment!.creator_earning_id);
    expect(step(steps, 'rule')).toMatchObject({
      text: expect.stringContaining('$75.00 per approved video.'),
      amount: 7_500,
    });
  });
});

describe('an earning without a rule', () => {
  it('tells that the brand decided to pay, and the partner what it takes', async () => {
    const pair = await mintPaid(10);
    const payment = await mintPayment(pair, { source: 'bonus', amount: 2_000, note: 'Well done' });
    const steps = await explained(pair, payment.creatorEarningId);
    expect(told(steps)).toEqual([
      ['event', 2_000],
      ['payment', 2_000],
      ['share', -200],
      ['hold', 1_800],
      ['payout', 0],
    ]);
    expect(steps[0]!.text).toBe('The brand made this payment: Well done.');
    const commission = await earningOf(pair, payment.partnerEarningId!, { key: pair.creator.key });
    expect(commission.status).toBe(200);
    expect(step(commission.body.data.explanation, 'hold').amount).toBe(200);
    expect(told(commission.body.data.explanation).slice(0, 3)).toEqual([
      ['event', 2_000],
      ['payment', 2_000],
      ['share', -1_800],
    ]);
  });

  it('tells who took back what had been paid out, and when', async () => {
    const pair = await mintPaid(10);
    const { id, creatorEarningId } = await mintPayment(pair, { amount: 10_005 });
    await inBatch((ctx) => chargeIn(ctx, [id]));
    const at = systemCtx().now;
    const ask = { at, currency: 'usd' };
    const payout = newId('payout', at);
    await beginPayout(systemCtx(), pair.creator.as, { key: 'begin', ...ask });
    await endPayout(systemCtx(), pair.creator.as, { key: 'end', begun: 'begin', paid: true, payout, ...ask });
    await decideOn(pair, id, 'dispute', { reason: 'Not as agreed.' });
    await inBatch((ctx) => resolveDispute(ctx, id, 'refund'));
    const { body } = await call('GET', '/v1/earnings?source=adjustment', pair.creator);
    const today = new Date(at).toISOString().slice(0, 10);
    const steps = await explained(pair, body.data[0].id);
    expect(told(steps)).toEqual([
      ['event', 10_005],
      ['payment', 10_005],
      // 1000.5, rounded half up.
      ['share', -1_001],
      ['taken_back', -9_004],
      ['hold', -9_004],
      ['payout', -9_004],
    ]);
    expect(step(steps, 'share').text).toContain('10% of it, $10.01 (rounded half up)');
    expect(step(steps, 'taken_back').text).toBe(
      `It had already been paid out. The service's staff decided the dispute in the brand's favor on ${today}. $90.04 was therefore taken back on ${today}.`,
    );
    expect(step(steps, 'payout').text).toContain(`$90.04 was taken from the payout balance on ${today}`);
    expect(step(await explained(pair, creatorEarningId), 'payment').text).toContain('disputed it on');
  });

  it('says who ended what is not paid', async () => {
    const pair = await mintPaid(0);
    const payment = await mintPayment(pair, { approval: 'manual' });
    const failed = await mintPayment(pair);
    await inBatch((ctx) => paymentOutcomes.failed(ctx, [failed.id], 'The card was declined.'));
    expect(step(await explained(pair, failed.creatorEarningId), 'payment').text).toMatch(
      /card could not be charged for it by 20\d\d-.*another card/,
    );
    expect(step(await explained(pair, payment.creatorEarningId), 'payment').text).toContain(
      'The brand has not approved it yet.',
    );
  });

  it('is explained to its holder alone, and only when asked', async () => {
    const pair = await mintPaid(10);
    const payment = await mintPayment(pair);
    const plain = await call('GET', `/v1/earnings/${payment.creatorEarningId}`, pair.creator);
    expect(plain.body.data).not.toHaveProperty('explanation');
    expect((await earningOf(pair, payment.creatorEarningId, pair.brand)).status).toBe(404);
    const bad = await call('GET', `/v1/earnings/${payment.creatorEarningId}?expand=all`, pair.creator);
    expect(bad.status).toBe(400);
  });
});
