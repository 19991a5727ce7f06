// POST, GET and PATCH /v1/payments: what a brand may pay for, how much, and only once.
import { describe, expect, it } from 'vitest';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import {
  bucketsOf,
  decideOn,
  inBatch,
  mintPaid,
  mintPayment,
  rowOf,
} from '../../../harness/money/payments.ts';
import { eventsOf, mintCreator } from '../../../harness/work/creators.ts';
import { mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { type Answer, call, mintAccount } from '../../../harness/world.ts';

const NOBODY = `crtr_${'0'.repeat(26)}`;

let keys = 0;

function pay(
  pair: Pair,
  body: Record<string, unknown>,
  more: { key?: string; as?: string } = {},
): Promise<Answer> {
  return call('POST', '/v1/payments', {
    key: more.key ?? pair.brand.key,
    ...(more.as ? { as: more.as } : {}),
    body: { creator: pair.creator.as, currency: 'usd', ...body },
    headers: { 'Idempotency-Key': `key ${++keys}` },
  });
}

async function reasonOf(answer: Promise<Answer>): Promise<[number, string]> {
  const { status, body } = await answer;
  return [status, body.error?.details?.reason ?? body.error?.details?.[0]?.path ?? body.error?.code];
}

async function spendOf(pair: Pair): Promise<number> {
  const { body } = await call('GET', `/v1/programs/${pair.program}`, { key: pair.brand.key });
  return body.data.stats.spend;
}

describe('POST /v1/payments', () => {
  it('pays by hand: approved at once, a bonus, split to the cent, told of once', async () => {
    const pair = await mintPaid(10);
    const answer = await pay(pair, { amount: 10_005, note: ' Thanks! ' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const payment = answer.body.data;
    expect(payment).toMatchObject({
      creator: pair.creator.as,
      account: pair.brand.id,
      program: null,
      submission: null,
      retainer: null,
      source: 'bonus',
      amount: 10_005,
      // 10 % is 1000.5 and 5 % is 500.25, rounded half up.
      fees: { service: 500, partner: 1_001 },
      net: 9_004,
      currency: 'usd',
      note: 'Thanks!',
      status: 'processing',
      failureMessage: null,
      succeededAt: null,
      disputedAt: null,
      dispute: null,
      version: 1,
    });
    expect(payment.approvedAt).toBe(payment.createdAt);
    expect((await call('GET', `/v1/payments/${payment.id}`, { key: pair.brand.key })).body.data).toEqual(
      payment,
    );
    const told = (await eventsOf(pair.brand.id)).filter((event) => event.type.startsWith('payment.'));
    expect(told).toEqual([
      { type: 'payment.created', data: { payment: payment.id, creator: pair.creator.as } },
    ]);
  });

  it('finds the amount for a net', async () => {
    const pair = await mintPaid(20);
    const { body } = await pay(pair, { net: 7_999 });
    expect(body.data).toMatchObject({ amount: 9_999, net: 7_999, fees: { service: 500, partner: 2_000 } });
  });

  it("takes the relationship's own rate before the partner's, and nothing where no partner manages", async () => {
    const pair = await mintPaid(10);
    const own = await call('PATCH', `/v1/creators/${pair.creator.as}`, {
      key: pair.creator.key,
      body: { takeRate: { percent: 2.5 } },
    });
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    expect((await pay(pair, { amount: 1_000 })).body.data.fees.partner).toBe(25);
    const direct = await mintCreator(pair.brand.key);
    expect((await pay(pair, { creator: direct.id, amount: 1_000 })).body.data).toMatchObject({
      fees: { partner: 0 },
      net: 1_000,
    });
  });

  it('takes nothing where the partner that manages the creator pays it itself', async () => {
    const pair = await mintPaid(10);
    const row = await mintPayment(pair, { account: pair.partner, program: null, application: null });
    expect(row).toMatchObject({ partnerId: null, partnerFee: 0, net: row.amount, partnerEarningId: null });
    expect(await bucketsOf(pair.creator.as)).toEqual({ pending: row.amount });
  });

  it('is for a brand: its own key, or its partner acting for it', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = (await mintCreator(partner.key, {}, client.id)).id;
    const body = { creator, amount: 100 };
    const pair = { brand: client, creator: { as: creator } } as unknown as Pair;
    expect((await pay(pair, body, { key: partner.key, as: client.id })).status).toBe(201);
    expect(await reasonOf(pay(pair, body, { key: partner.key }))).toEqual([403, 'permission_denied']);
    expect(await reasonOf(pay(pair, body, { key: partner.key, as: creator }))).toEqual([
      403,
      'permission_denied',
    ]);
  });

  it('takes the program and currency of the submission, counts the spend and keeps the hold', async () => {
    const pair = await mintPaid(10, {
      pay: { currency: 'eur', schedule: { cadence: 'on_approval', holdDays: 7 } },
    });
    const submission = await mintSubmission(pair);
    const { body } = await pay(pair, { submission: submission.id, amount: 500, currency: undefined });
    expect(body.data).toMatchObject({ program: pair.program, submission: submission.id, currency: 'eur' });
    expect(await spendOf(pair)).toBe(500);
    expect(await rowOf(body.data.id)).toMatchObject({ hold_days: 7, application_id: pair.application });
  });

  it('leaves what the rules pay for the same work alone', async () => {
    const pair = await mintPaid();
    const submission = await mintSubmission(pair);
    await pay(pair, { submission: submission.id, amount: 500 });
    await pay(pair, { submission: submission.id, amount: 500 });
    const read = await call('GET', `/v1/submissions/${submission.id}`, { key: pair.brand.key });
    expect(read.body.data.paid).toBeNull();
    expect(await spendOf(pair)).toBe(1_000);
  });

  it('refuses what does not belong together, and says why', async () => {
    const [pair, other] = [await mintPaid(), await mintPaid()];
    const [mine, theirs] = [await mintSubmission(pair), await mintSubmission(other)];
    const direct = (await mintCreator(pair.brand.key)).id;
    const second = await call('POST', '/v1/programs', { key: pair.brand.key, body: { name: 'Q' } });
    // An invitation is not the creator's consent: an invited creator cannot be paid.
    const asked = { program: pair.program, creator: other.creator.as };
    await call('POST', '/v1/applications', { ...pair.brand, body: asked });
    const tries: [Record<string, unknown>, string][] = [
      [{ creator: NOBODY, amount: 100 }, 'creator_not_on_roster'],
      [{ creator: other.creator.as, amount: 100 }, 'creator_not_on_roster'],
      [{ amount: 100, program: other.program }, 'program_not_found'],
      [{ amount: 100, submission: theirs.id }, 'submission_not_found'],
      [{ creator: direct, amount: 100, submission: mine.id }, 'submission_of_other_creator'],
      [{ amount: 100, submission: mine.id, program: second.body.data.id }, 'submission_of_other_program'],
      [{ amount: 100, program: pair.program, currency: 'eur' }, 'currency_not_of_program'],
    ];
    for (const [body, reason] of tries) {
      const { status, body: said } = await pay(pair, body);
      expect([status, said.error.code, said.error.details.reason]).toEqual([
        422,
        'operation_rejected',
        reason,
      ]);
    }
    const list = await call('GET', '/v1/payments', { key: pair.brand.key });
    expect(list.body.data).toEqual([]);
  });

  it.each([
    [{}, '/amount'],
    [{ amount: 100, net: 100 }, '/amount'],
    [{ amount: 0 }, '/amount'],
    [{ amount: -1 }, '/amount'],
    [{ amount: 1.5 }, '/amount'],
    [{ amount: 1_000_000_000_000 }, '/amount'],
    [{ amount: 100, currency: undefined }, '/currency'],
    [{ amount: 100, currency: 'zzz' }, '/currency'],
    [{ amount: 100, currency: 'us' }, '/currency'],
    [{ amount: 100, note: '\u0000' }, '/note'],
  ])('names the field that is wrong in %j', async (body, path) => {
    const answer = await pay(await mintPaid(), body);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
  });
});

describe('GET /v1/payments', () => {
  it('shows a creator its own, without what is the brand’s affair', async () => {
    const pair = await mintPaid();
    const own = await mintPayment(pair);
    const direct = await mintCreator(pair.brand.key);
    await pay(pair, { creator: direct.id, amount: 100 });
    await inBatch((ctx) => paymentOutcomes.failed(ctx, [own.id], 'The card ending in 4242 was declined.'));
    const { body } = await call('GET', '/v1/payments', pair.creator);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      id: own.id,
      status: 'failed',
      fees: { service: null, partner: 1_000 },
      failureMessage: null,
    });
    const asBrand = await call('GET', `/v1/payments/${own.id}`, { key: pair.brand.key });
    expect(asBrand.body.data).toMatchObject({
      fees: { service: 500 },
      failureMessage: 'The card ending in 4242 was declined.',
    });
  });

  it('tells a creator why its payment was rejected or disputed', async () => {
    const pair = await mintPaid();
    const [one, two] = [
      await mintPayment(pair, { approval: 'manual' }),
      await mintPayment(pair, { approval: 'manual' }),
    ];
    await decideOn(pair, one.id, 'reject', { reason: 'Not published.' });
    await decideOn(pair, two.id, 'dispute', { reason: 'Views look bought.' });
    const read = async (id: string) => (await call('GET', `/v1/payments/${id}`, pair.creator)).body.data;
    expect((await read(one.id)).failureMessage).toBe('Not published.');
    const disputed = await read(two.id);
    expect(disputed.dispute).toEqual({
      reason: 'Views look bought.',
      openedAt: disputed.disputedAt,
      resolvedAt: null,
      outcome: null,
    });
  });

  it('answers 404 for anybody else’s', async () => {
    const [pair, other] = [await mintPaid(), await mintPaid()];
    const payment = await mintPayment(pair);
    for (const caller of [{ key: other.brand.key }, other.creator, { key: pair.creator.key }]) {
      expect((await call('GET', `/v1/payments/${payment.id}`, caller)).status).toBe(404);
    }
  });
});

describe('PATCH /v1/payments/:id', () => {
  it('approves what waited, once, at the version that was read', async () => {
    const pair = await mintPaid();
    const payment = await mintPayment(pair, { approval: 'manual' });
    const told = (await eventsOf(pair.brand.id)).filter((event) => event.data.payment === payment.id);
    expect(told.map((event) => event.type)).toEqual(['payment.created', 'payment.pending_approval']);
    const stale = await decideOn(pair, payment.id, 'approve', { version: 2 });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);
    const approved = await decideOn(pair, payment.id, 'approve', { version: 1 });
    expect(approved.body.data).toMatchObject({ status: 'processing', version: 2 });
    expect(approved.body.data.approvedAt).not.toBeNull();
    expect((await decideOn(pair, payment.id, 'approve')).body.error.code).toBe('conflict');
  });

  it('lets one of two opposite decisions at once win, whole', async () => {
    const pair = await mintPaid();
    const payment = await mintPayment(pair, { approval: 'manual' });
    const answers = await Promise.all([
      decideOn(pair, payment.id, 'approve'),
      decideOn(pair, payment.id, 'reject', { reason: 'No.' }),
      decideOn(pair, payment.id, 'dispute', { reason: 'No.' }),
      decideOn(pair, payment.id, 'approve'),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await rowOf(payment.id)).version).toBe(2);
  });

  it('takes the spend back when nothing is paid', async () => {
    const pair = await mintPaid();
    const payment = await mintPayment(pair, { approval: 'manual' });
    expect(await spendOf(pair)).toBe(10_000);
    await decideOn(pair, payment.id, 'reject', { reason: 'No.' });
    expect(await spendOf(pair)).toBe(0);
  });
});
