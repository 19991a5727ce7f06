import { describe, expect, it } from 'vitest';
import { retryCharges } from '../../../../src/domains/money/charging/retry-charges.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  booksAgree,
  chargeScene,
  giveCard,
  intents,
  nextDay,
  owe,
  pass,
  payments,
  payStatus,
  recover,
} from '../../../harness/money/charges.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earning,
  fund,
  ledger,
  must,
  newestLines,
  pay,
  verified,
  withdraw,
} from '../../../harness/money/ledger.ts';
import { actionsOn, mintStaff } from '../../../harness/people/staff.ts';
import { testEnv } from '../../../harness/world.ts';

/** A creator that owes 60, because its earning was taken back after the withdrawal. */
async function debtor(): Promise<string> {
  const creator = creatorHolder();
  await fund(creator, 60);
  must(await ledger(creator).post(creator, withdraw('w', 60)));
  const back = earning(-60, { source: 'adjustment', status: 'paid' });
  const source = { holder: creator, earnings: [{ do: 'create' as const, earning: back }] };
  const destination = { holder: brandHolder(), lines: [{ bucket: 'receivable' as const, amount: -60 }] };
  must(
    await ledger(creator).start({ id: back.id, at: AT, currency: 'usd', amount: 60, source, destination }),
  );
  return creator;
}

const usd = async (holder: string) => (await ledger(holder).balances()).usd;

describe('a correction', () => {
  const [ada, grace] = [mintStaff(), mintStaff()];
  const writeOff = (holder: string, amount: number) => ({
    kind: 'write_off',
    holder,
    balance: 'payout_balance',
    currency: 'usd',
    amount,
  });

  it('moves nothing until somebody else approves it, then once, and is recorded with both', async () => {
    const creator = await debtor();
    const { body } = await ada.post('/corrections', writeOff(creator, 50));
    const { id } = body.data;
    const waits = async () =>
      (await ada.get('/review-queue?limit=100')).body.data.corrections.oldest.some(
        (one: { id: string }) => one.id === id,
      );
    expect(await waits()).toBe(true);
    const own = await ada.post(`/corrections/${id}/approval`);
    expect([own.status, own.body.error.code]).toEqual([403, 'permission_denied']);
    expect(await usd(creator)).toMatchObject({ owed: 60 });
    const approved = await grace.post(`/corrections/${id}/approval`);
    expect(approved.body.data).toMatchObject({ proposedBy: ada.name, approvedBy: grace.name, amount: 50 });
    expect(await usd(creator)).toMatchObject({ owed: 10, withdrawable: 0 });
    const [line] = await ledger(creator).lines(newestLines('adjustment'));
    expect(line).toMatchObject({ amount: 50, owedPaid: 50, description: 'Written off', source: id });
    expect((await grace.post(`/corrections/${id}/approval`)).status).toBe(409);
    expect(await waits()).toBe(false);
    expect((await actionsOn(ada, id)).map(({ staff, action }) => [staff, action])).toEqual([
      [grace.name, 'correction.approve'],
      [ada.name, 'correction.propose:write_off'],
    ]);
    await verified(creator);
  });

  it('writes off no more than is owed, also when it is paid off meanwhile', async () => {
    const creator = await debtor();
    const tooMuch = await ada.post('/corrections', writeOff(creator, 61));
    expect([tooMuch.status, tooMuch.body.error.details.reason]).toEqual([422, 'not_owed']);
    const { id } = (await ada.post('/corrections', writeOff(creator, 60))).body.data;
    await fund(creator, 30);
    expect((await grace.post(`/corrections/${id}/approval`)).body.error.details.reason).toBe('not_owed');
    expect(await usd(creator)).toMatchObject({ owed: 30 });
    expect((await ada.post('/corrections', writeOff(creatorHolder(), 1))).status).toBe(404);
  });

  it('of what a card would be charged takes whole dues out, the oldest first, and pays what they were for', async () => {
    const scene = await chargeScene({ card: null });
    const [first, second] = [await owe(scene, 1_000), await pass(scene, 1_000).then(() => owe(scene, 500))];
    for (const days of [1, 1, 2, 2]) await nextDay(scene, days);
    expect(await payments(scene)).toEqual({ failed: 2 });
    await pass(scene, 1_000);
    const third = await owe(scene, 2_000);
    const propose = (amount: number) =>
      ada.post('/corrections', { ...writeOff(scene.brand, amount), balance: 'receivable' });
    const part = await propose(1_200);
    expect([part.status, part.body.error.details]).toEqual([
      422,
      { reason: 'not_whole', amounts: [1_050, 1_575], currency: 'usd' },
    ]);
    expect((await propose(1_575 + 2_100 + 1)).body.error.details.reason).toBe('not_owed');
    const { id } = (await propose(1_050)).body.data;
    expect((await grace.post(`/corrections/${id}/approval`)).status).toBe(200);
    const statusOf = async (payment: string) =>
      (await testEnv.DB.prepare('SELECT status FROM payments WHERE id = ?').bind(payment).first())!.status;
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([
      'succeeded',
      'failed',
      'processing',
    ]);
    expect(await usd(scene.creator)).toMatchObject({ available: 1_000, pending: 2_500 });
    // It is not charged again.
    await giveCard(scene, 'pm_card_bypassPending');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await nextDay(scene);
    await recover(scene);
    expect((await intents(scene)).map((intent) => intent.amount_received).sort()).toEqual([2_100, 525]);
    expect(await usd(scene.brand)).toMatchObject({ receivable: 0, charging: 0 });
    expect(await payStatus(scene)).toBe('current');
    await booksAgree(scene);
  });

  it('ends after seven days', async () => {
    const creator = await debtor();
    const { id } = (await ada.post('/corrections', writeOff(creator, 5))).body.data;
    clock.hold(clock.now() + 7 * DAY_MS);
    const late = await grace.post(`/corrections/${id}/approval`);
    clock.release();
    expect(late.status).toBe(409);
    expect(await usd(creator)).toMatchObject({ owed: 60 });
  });

  it('adjusts a balance either way, a brand’s as well', async () => {
    const [brand, creator] = [brandHolder(), creatorHolder()];
    must(await ledger(brand).start(pay('p', brand, creator, earning(100))));
    const adjust = async (holder: string, balance: string, amount: number) => {
      const what = { kind: 'adjustment', holder, balance, currency: 'usd', amount };
      const made = await ada.post('/corrections', what);
      if (made.status !== 200) return made;
      return await grace.post(`/corrections/${made.body.data.id}/approval`);
    };
    await adjust(creator, 'payout_balance', 40);
    expect(await usd(creator)).toMatchObject({ withdrawable: 40 });
    await adjust(creator, 'payout_balance', -70);
    expect(await usd(creator)).toMatchObject({ withdrawable: 0, owed: 30 });
    await adjust(brand, 'receivable', 25);
    await adjust(brand, 'receivable', -5);
    expect(await usd(brand)).toMatchObject({ receivable: 80 });
    const refused = await adjust(creator, 'receivable', 1);
    expect(refused.body.error.details.reason).toBe('no_such_balance');
    await verified(brand, creator);
  });
});
