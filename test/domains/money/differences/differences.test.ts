// @process ledger: it puts ledgers out of memory.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import { chargeBrandFees } from '../../../../src/domains/money/brand-fees/charge-brand-fees.ts';
import { fullness } from '../../../../src/domains/money/differences/check-ledgers.ts';
import { compareBooks } from '../../../../src/domains/money/differences/compare-books.ts';
import { DAY_MS, day as dayOf } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { nextDay, owe, pass, recover } from '../../../harness/money/charges.ts';
import { earning, ledger, pay, rollBack } from '../../../harness/money/ledger.ts';
import { inBatch, mintPaid, mintPayment } from '../../../harness/money/payments.ts';
import { cronUntilQuiet, type Earner, earn, mintEarner, withdraw } from '../../../harness/money/payouts.ts';
import { actionsOn } from '../../../harness/people/staff.ts';
import { disputed, FUNDS, resolve } from '../../../harness/people/staff-scenes.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

type Scene = Awaited<ReturnType<typeof disputed>>;

interface View {
  id: string;
  kind: string;
  subject: string;
  details: Record<string, unknown>;
  closedAt: string | null;
}

/** Runs the minutes of one round. */
async function compare({ stripe, at }: Scene): Promise<void> {
  for (let n = 0; n < 5; n++) await compareBooks(stripe.ctx(at));
}

async function differences(scene: Scene): Promise<View[]> {
  return (await scene.staff.get('/review-queue?limit=100')).body.data.differences.oldest as View[];
}

const run = (text: string, ...values: unknown[]) =>
  testEnv.DB.prepare(text)
    .bind(...values)
    .run();

describe('the daily comparison of all books', () => {
  let scene: Scene;
  let earner: Earner;
  /** The differences that are found once everything is wrong. */
  let found: View[];
  const subjects: Record<string, string> = {};
  /** Further differences that follow from these. */
  const besides: Record<string, string[]> = {};

  /** A day with everything: charges, a refund, payouts and withdrawals, one of them still under way. */
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    scene = await disputed();
    await resolve(scene, 'refund');
    await recover(scene);
    earner = await mintEarner({ stripe: scene.stripe });
    for (const amount of [5_000, 700]) {
      await earn(earner, amount);
      await pass(scene, (await cronUntilQuiet(earner, scene.at + DAY_MS)) - scene.at);
      await withdraw(earner, { amount: amount - 200, speed: 'standard' });
    }
    await pass(scene, 3 * DAY_MS);
    await pass(scene, (await cronUntilQuiet(earner, scene.at)) - scene.at + DAY_MS);
    await compare(scene);
    // Differences that the setup itself causes, such as an earning without a payment, are found and closed.
    const own = await differences(scene);
    expect(own.map(({ kind, details }) => [kind, details.more ?? details.net]).sort()).toEqual([
      ['earning_unknown', 5_000],
      ['earning_unknown', 700],
      ['platform_balance', FUNDS],
    ]);
    for (const { id } of own) await scene.staff.post(`/differences/${id}/closing`);
    await pass(scene, DAY_MS);
    await compare(scene);
    expect(await differences(scene), 'when all is well').toEqual([]);
    // Nothing is compared for longer than the span that a round reads again from the processor.
    await spoil();
    for (let days = 0; days < 9; days++) await pass(scene, DAY_MS);
    await compare(scene);
    found = await differences(scene);
    vi.restoreAllMocks();
  }, 120_000);

  async function spoil(): Promise<void> {
    const { stripe, customer, brand, creator, intent } = scene;
    const charge = async (amount: number, metadata: Record<string, string> = {}) => {
      const card = { payment_method: 'pm_card_bypassPending', confirm: true };
      const made = { amount, currency: 'usd', customer, ...card, metadata };
      return (await stripe.stripe.paymentIntents.create(made)).id;
    };
    const first = await testEnv.DB.prepare(
      "SELECT * FROM charges WHERE account_id = ? AND status = 'succeeded'",
    )
      .bind(brand)
      .first<{ id: string; intent: string }>();
    expect(first!.intent).toBe(intent);
    await owe(scene, 2_000);
    await nextDay(scene);
    const second = await testEnv.DB.prepare('SELECT * FROM charges WHERE account_id = ? ORDER BY id DESC')
      .bind(brand)
      .first<{ id: string; intent: string }>();
    subjects.charge_unknown = await charge(777);
    const strange = await stripe.stripe.refunds.create({
      payment_intent: subjects.charge_unknown,
      amount: 7,
    });
    subjects.refund_unknown = strange.id;
    subjects.platform_balance = 'usd';
    subjects.charge_twice = await charge(2_100, { attempt: `${second!.id}:attempt:2` });
    // The processor took another amount than was booked.
    subjects.charge_amount = await charge(2_099);
    await run('UPDATE charges SET intent = ? WHERE id = ?', subjects.charge_amount, second!.id);
    await run(
      'UPDATE charge_attempts SET intent = ? WHERE charge_id = ?',
      subjects.charge_amount,
      second!.id,
    );
    await stripe.stripe.refunds.create({ payment_intent: second!.intent });
    const options = { stripeAccount: earner.account };
    subjects.payout_unknown = (
      await stripe.stripe.payouts.create({ amount: 30, currency: 'usd' }, options)
    ).id;
    subjects.account_balance = `${earner.holder} usd`;
    const transfer = { amount: 41, currency: 'usd', destination: earner.account };
    subjects.transfer_unknown = (await stripe.stripe.transfers.create(transfer)).id;
    const refund = await testEnv.DB.prepare('SELECT id FROM refunds WHERE account_id = ?')
      .bind(brand)
      .first<{ id: string }>();
    subjects.refund_missing = refund!.id;
    // Booked as a payment that the processor never took.
    await owe(scene, 3_000);
    await nextDay(scene);
    const third = await testEnv.DB.prepare('SELECT * FROM charges WHERE account_id = ? ORDER BY id DESC')
      .bind(brand)
      .first<{ id: string; intent: string }>();
    subjects.charge_missing = third!.id;
    besides.charge_twice = [third!.intent];
    await run("UPDATE charges SET intent = 'pi_nobody_made' WHERE id = ?", third!.id);
    await run("UPDATE refunds SET processor_refund = 're_nobody_made' WHERE id = ?", refund!.id);
    subjects.payment = scene.other;
    await run('UPDATE payments SET net = net + 1 WHERE id = ?', scene.other);
    const one = async (table: string) =>
      (await testEnv.DB.prepare(`SELECT id FROM ${table} WHERE holder = ? ORDER BY id`)
        .bind(earner.holder)
        .first<{ id: string }>())!.id;
    subjects.payout = await one('payouts');
    await run('UPDATE payouts SET amount = amount + 1 WHERE id = ?', subjects.payout);
    subjects.withdrawal = await one('withdrawals');
    const left = "UPDATE withdrawals SET status = 'in_transit', amount = amount + 1 WHERE id = ?";
    await run(left, subjects.withdrawal);
    const sent = await testEnv.DB.prepare('SELECT processor_payout AS id FROM withdrawals WHERE id = ?')
      .bind(subjects.withdrawal)
      .first<{ id: string }>();
    besides.payout_unknown = [sent!.id];
    subjects.in_transit = `${earner.holder} usd`;
    // D1 has a higher head for one ledger, and none for the other: then only the sums over all show it.
    subjects.ledger_behind = brand;
    await rollBack(brand, async () => {
      await rollBack(creator, async () => {
        besides.payment = [await owe(scene, 100)];
      });
    });
    await run('UPDATE ledger_heads SET seq = 0 WHERE holder = ?', creator);
    subjects.sent_and_received = 'usd';
  }

  it.each([
    'ledger_behind',
    'sent_and_received',
    'in_transit',
    'payment',
    'payout',
    'withdrawal',
    'charge_unknown',
    'charge_amount',
    'charge_twice',
    'charge_missing',
    'refund_missing',
    'refund_unknown',
    'transfer_unknown',
    'payout_unknown',
    'account_balance',
    'platform_balance',
  ])('finds %s, once', (kind) => {
    const expected = [subjects[kind], ...(besides[kind] ?? [])];
    const seen = found.filter((one) => one.kind === kind).map(({ subject }) => subject);
    expect(seen.sort()).toEqual(expected.sort());
  });

  it('finds the same again the next day, and no second one', async () => {
    expectLogged('error', /difference/);
    await pass(scene, DAY_MS);
    await compare(scene);
    const ids = (rows: View[]) => rows.map(({ id }) => id).sort();
    expect(ids(await differences(scene))).toEqual(ids(found));
  });

  it('leaves what the staff closed, with the reason, until it says something else', async () => {
    expectLogged('error', /difference/);
    const payment = found.find(({ subject }) => subject === subjects.payment)!;
    const closed = await scene.staff.post(`/differences/${payment.id}/closing`);
    expect(closed.body.data).toMatchObject({ id: payment.id, closedAt: expect.any(String) });
    expect((await scene.staff.post(`/differences/${payment.id}/closing`)).status).toBe(409);
    expect(await actionsOn(scene.staff, payment.id)).toMatchObject([{ action: 'difference.close' }]);
    const open = async () => (await differences(scene)).some(({ id }) => id === payment.id);
    await pass(scene, DAY_MS);
    await compare(scene);
    expect(await open()).toBe(false);
    await run('UPDATE payments SET net = net + 1 WHERE id = ?', payment.subject);
    await pass(scene, DAY_MS);
    await compare(scene);
    expect(await open()).toBe(true);
  });

  it('alerts when a ledger has 70 % of what an object can store', () => {
    expectLogged('error', /"alert".*acct_full/);
    expect(fullness('acct_full', 8 * 1024 ** 3)).toMatchObject([
      { kind: 'ledger_full', subject: 'acct_full' },
    ]);
    expect(fullness('acct_half', 5 * 1024 ** 3)).toEqual([]);
  });

  it('goes on where it was, though a run died or the processor does not answer', async () => {
    expectLogged('error', /compared|difference/);
    await run('DELETE FROM difference_rounds');
    await scene.stripe.fault('fail_before', 'GET /v1/transfers');
    await compareBooks(scene.stripe.ctx(scene.at));
    const parts = async () =>
      (await testEnv.DB.prepare('SELECT part FROM difference_rounds').all<{ part: string }>()).results.map(
        ({ part }) => part,
      );
    expect(await parts()).not.toContain('transfers');
    expect(await parts()).toContain('accounts');
    await compareBooks(scene.stripe.ctx(scene.at));
    await compareBooks(scene.stripe.ctx(scene.at));
    expect(await parts()).toContain('transfers');
    await compareBooks(systemCtx());
  });
});

describe('what partners take, beside the ledgers', () => {
  const at = clock.now() + 4 * DAY_MS;

  async function found(): Promise<string[]> {
    expectLogged('error', /difference|behind/);
    await run('DELETE FROM difference_rounds');
    await compareBooks(systemCtx(at));
    const { results } = await testEnv.DB.prepare(
      'SELECT kind, subject, details FROM differences WHERE found_at = seen_at AND seen_at = ?',
    )
      .bind(at)
      .all<{ kind: string; subject: string; details: string }>();
    return results.map((row) => [row.kind, row.subject, row.details].join(' '));
  }

  it('finds a commission and a brand fee that are missing, posted twice or of a wrong amount', async () => {
    const pair = await mintPaid(10);
    const { brand, partner } = pair;
    await run(
      "UPDATE accounts SET managed_by = ?, brand_fee_of = 'ad_spend', brand_fee_bps = 500 WHERE id = ?",
      partner,
      brand.id,
    );
    const feeOf = async (day: number) => {
      const learned = clock.now() + day * DAY_MS;
      const ad = { ad: `ad_${day}`, day: dayOf(learned), submission: null, campaign: null, currency: 'usd' };
      const spent = { account: brand.id, ...ad, spend: 40_000, at: learned };
      await inBatch((ctx) => recordAdSpend(ctx, spent), { now: learned });
      await chargeBrandFees(systemCtx(learned + DAY_MS));
      return await testEnv.DB.prepare(
        'SELECT id, earning_id AS earning FROM brand_fees WHERE account_id = ? AND day = ?',
      )
        .bind(brand.id, dayOf(learned))
        .first<{ id: string; earning: string }>()
        .then((row) => row!);
    };
    const twice = async (payment: string | null) => {
      const earned = earning(700, { source: 'partner_commission', account: brand.id, payment });
      await ledger(brand.id).start(pay(`again:${earned.id}`, brand.id, partner, earned));
      return earned.id;
    };
    const wrong = await mintPayment(pair);
    const otherRate = await mintPayment(pair);
    const noRate = await mintPayment(pair);
    const sound = await mintPayment(pair);
    const [wrongFee, soundFee] = [await feeOf(0), await feeOf(1)];
    expect((await found()).filter((one) => /commission|brand_fee|earning/.test(one))).toEqual([]);

    let missing = '';
    let missingFee = '';
    await rollBack(partner, async () => {
      missing = (await mintPayment(pair)).id;
      missingFee = (await feeOf(2)).id;
    });
    await run('UPDATE ledger_heads SET seq = 0 WHERE holder = ?', partner);
    // Became known when no night charges that day any more. What became known a day later may still be charged.
    for (const [day, currency] of [
      [0, 'eur'],
      [1, 'gbp'],
    ] as const) {
      const learned = clock.now() + day * DAY_MS;
      const ad = { ad: `ad_${currency}`, day: dayOf(learned), submission: null, campaign: null, currency };
      const spent = { account: brand.id, ...ad, spend: 700, at: learned };
      await inBatch((ctx) => recordAdSpend(ctx, spent), { now: learned });
    }
    const again = [await twice(sound.id), await twice(null)];
    await run('UPDATE payments SET partner_fee = partner_fee + 1, net = net - 1 WHERE id = ?', wrong.id);
    await run('UPDATE payments SET take_bps = 900 WHERE id = ?', otherRate.id);
    await run('UPDATE payments SET take_bps = NULL WHERE id = ?', noRate.id);
    await run('UPDATE brand_fees SET amount = amount - 1 WHERE id = ?', wrongFee.id);
    const all = await found();
    const of = (kind: string) => all.flatMap((one) => (one.startsWith(`${kind} `) ? one.split(' ')[1] : []));
    expect(of('commission').sort()).toEqual([wrong.id, otherRate.id, noRate.id, missing].sort());
    expect(of('brand_fee').sort()).toEqual([wrongFee.id, missingFee].sort());
    expect(of('earning_unknown').sort()).toEqual([...again].sort());
    const noFee = `brand_fee_missing ${brand.id} ${dayOf(clock.now())} eur`;
    expect(all.filter((one) => one.startsWith('brand_fee_missing'))).toEqual([
      `${noFee} {"spend":700,"currency":"eur"}`,
    ]);
    // Other payees' books are unchanged.
    expect(of('payment').filter((id) => id === sound.id)).toEqual([]);
    expect(soundFee.earning).toMatch(/^ern_/);
  });
});
