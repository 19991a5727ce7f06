// The demo's money: a card, payouts, payments in several states, withdrawals and retainers, made through the
// API of the running service and the simulator's pages. Each step checks first or repeats its
// Idempotency-Key, so that it can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { type ApiRecord, type Caller, callApi } from './api.ts';
import { runCron } from './crons.ts';
import type { Demo, Money, Work } from './demo-file.ts';
import { submitPage } from './processor-page.ts';
import type { Steps } from './steps.ts';
import { scriptStripe } from './stripe-receiver.ts';

/** The test mode's card whose money is available for payouts at once. */
const CARD = 'pm_card_bypassPending';
/** A bank transfer takes two days. */
const BANK_SECONDS = 2 * 86_400 + 60;
const EVERY_MINUTE = '* * * * *';
const PATIENCE_MS = 20_000;
/** About as long as the lanes of jobs need. */
const PAUSE_MS = 150;

export async function addMoney(
  demo: Demo & { work: Work },
  stripe: { STRIPE_API_URL: string; STRIPE_SECRET_KEY: string },
  { once }: Steps,
): Promise<Money> {
  const brand = { key: demo.keys.brand };
  const partner = { key: demo.keys.partner };
  const mia = { ...brand, as: demo.creators.added };
  const jon = { ...partner, as: demo.creators.managed };
  const read = (path: string, caller: Caller) => callApi(demo.baseUrl + path, 'GET', caller);
  const newest = async (path: string, caller: Caller): Promise<ApiRecord | undefined> =>
    (await callApi<ApiRecord[]>(demo.baseUrl + path, 'GET', caller))[0];
  const post = (path: string, caller: Caller, body: object, key: string) =>
    callApi(demo.baseUrl + path, 'POST', caller, body, key);
  const patch = (path: string, caller: Caller, body: object) =>
    callApi(demo.baseUrl + path, 'PATCH', caller, body);
  /** Runs the service's jobs of each minute until `look` finds something. */
  const untilThere = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      await runCron(demo.baseUrl, EVERY_MINUTE, clock.now());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`There was no ${what} within ${PATIENCE_MS / 1000} s.`);
    }
  };
  const hasCard = async () =>
    (await callApi<{ paymentMethod: { status: string } | null }>(`${demo.baseUrl}/v1/account`, 'GET', brand))
      .paymentMethod?.status === 'active';
  const connect = (step: string, caller: Caller, body: object, form: Record<string, string>) =>
    once(step, async () => {
      if (step === 'card' && (await hasCard())) return true;
      const { url } = await callApi<{ url: string }>(`${demo.baseUrl}/v1/connections`, 'POST', caller, body);
      await submitPage(url, form);
      return true;
    });

  const bank = { provider: 'stripe', country: 'US' };
  await Promise.all([
    connect('card', brand, { provider: 'card' }, { card: CARD }),
    connect('bank-added', mia, bank, {}),
    connect('bank-partner', partner, bank, {}),
  ]);

  const paidFor = (submission: string) =>
    untilThere('payment', () => newest(`/v1/payments?submission=${submission}`, brand));
  const dispute = async ({ id, status }: ApiRecord) => {
    if (status !== 'pending_approval') return;
    await patch(`/v1/payments/${id}`, brand, { decision: 'dispute', reason: 'Another grinder is shown.' });
  };
  const waiting = await paidFor(demo.work.submissions.live);
  const disputed = await paidFor(demo.submission);
  await dispute(disputed);

  const retainer = async (caller: Caller, body: object): Promise<ApiRecord> => {
    const known = await newest(`/v1/retainers?creator=${caller.as}`, brand);
    const fresh = { ...body, creator: caller.as };
    return known ?? (await callApi(`${demo.baseUrl}/v1/retainers`, 'POST', brand, fresh));
  };
  const monthly = await retainer(mia, { pay: { base: 50_000 }, deliverables: 'Two videos a month' });
  if (monthly.status === 'offered') await patch(`/v1/retainers/${monthly.id}`, mia, { status: 'accepted' });
  const offered = await retainer(jon, {
    program: demo.work.programs.paidAds,
    pay: { base: 20_000, rules: [{ type: 'per_video', amount: 10_000 }], schedule: { cadence: 'weekly' } },
  });

  // Charges the bonuses from two days ago, and pays out what they brought.
  const paidOut = (caller: Caller) => untilThere('payout', () => newest('/v1/payouts?status=paid', caller));
  const payouts = { added: (await paidOut(mia)).id, partner: (await paidOut(partner)).id };

  const processing = await post(
    '/v1/payments',
    brand,
    { creator: mia.as, amount: 6_000, currency: 'usd', note: 'For the photos' },
    'demo-photos',
  );
  const withdraw = (amount: number) => post('/v1/withdrawals', mia, { amount }, `demo-withdrawal-${amount}`);
  const arrived = await withdraw(10_000);
  const sent = async (id: string) => {
    const { status } = await read(`/v1/withdrawals/${id}`, mia);
    return status === 'pending' ? undefined : status;
  };
  if ((await untilThere('withdrawal', () => sent(arrived.id))) === 'in_transit')
    await scriptStripe(stripe, 'clock', { advance: BANK_SECONDS });
  await untilThere('withdrawal at the bank', async () =>
    (await sent(arrived.id)) === 'paid' ? true : undefined,
  );
  const underWay = await withdraw(3_000);
  await untilThere('second withdrawal', () => sent(underWay.id));
  return {
    payments: {
      pendingApproval: waiting.id,
      processing: processing.id,
      succeeded: demo.bonuses.added,
      disputed: disputed.id,
    },
    payouts,
    withdrawals: { paid: arrived.id, underWay: underWay.id },
    retainers: { active: monthly.id, offered: offered.id },
  };
}
