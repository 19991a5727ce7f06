// The pages of payments and earnings: what each side reads, what the payer decides, and what a payment costs before it is made.
import { expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { mintApproved, scene, sell, setPay, tick, tomorrow } from '../harness/money/earnings.ts';
import { chargeIn, inBatch, mintPaid, mintPayment, rowOf } from '../harness/money/payments.ts';
import { MOST_TRIPS } from '../harness/pages/page-trips.ts';
import { ask, type Browser, hiddenIn, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { giveCode } from '../harness/work/codes.ts';
import { mintVideo, type Pair, submit } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const words = async (who: Browser, path: string) => wordsOf(await ask(who, path));

/** The pair's creator as a person of its own. */
async function personFor({ creator }: Pair): Promise<Browser> {
  const person = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator.as, person.callerId)
    .run();
  return await signedIn(person);
}

async function inFewTrips(browser: Browser, at: string) {
  const { env, count } = countTrips();
  const answer = await ask(browser, at, { env });
  expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
  return answer;
}

const manual = (pair: Pair) => mintPayment(pair, { approval: 'manual' });

it('a payment says where it stands, and offers exactly what its payer can decide', async () => {
  const pair = await mintPaid();
  const { brand } = pair;
  const owner = await signedIn(await personOf(brand));
  const path = (id: string) => `/app/${brand.id}/payments/${id}`;
  const decide = async (id: string, action: string, fields: object = {}) => {
    const version = String((await rowOf(id)).version);
    return await send(owner, path(id), action, { _seen: version, ...fields });
  };
  const [first, second] = [await manual(pair), await manual(pair)];

  const waiting = await words(owner, path(first.id));
  expect(waiting).toMatch(/waits for your approval.*Approve, charge \$105\.00.*Reject.*Dispute/);
  expect(waiting).toMatch(/Amount \$100\.00.*Agency’s share \$10\.00.*Creator earns \$90\.00/);
  expect(waiting).toMatch(/Service fee \$5\.00.*Total charged \$105\.00/);
  expect(waiting).not.toContain('Cancel payment');

  expect((await decide(first.id, 'reject', { reason: ' ' })).status).toBe(422);
  expect((await send(owner, path(first.id), 'approve', { _seen: '7' })).status).toBe(409);
  expect(await rowOf(first.id)).toMatchObject({ status: 'pending_approval' });
  expect((await decide(first.id, 'reject', { reason: 'Not what we agreed.' })).status).toBe(303);
  const rejected = await words(owner, path(first.id));
  expect(rejected).toContain('Not what we agreed.');
  expect(rejected).not.toContain('Your decision');

  expect((await decide(second.id, 'dispute', { reason: 'Wrong product.' })).status).toBe(303);
  expect(await words(owner, path(second.id))).toMatch(
    /In dispute\..*Withdraw dispute.*Wrong product\..*Outcome Open/,
  );
  expect((await decide(second.id, 'resolve')).status).toBe(303);
  await inBatch((ctx) => chargeIn(ctx, [second.id]));
  const charged = await words(owner, path(second.id));
  expect(charged).toMatch(/Your card was charged for it\..*Open dispute.*Withdrawn by the brand/);
  expect(charged).not.toMatch(/Approve, charge|Withdraw dispute/);

  const creator = await personFor(pair);
  const own = await words(creator, `/app/${pair.creator.as}/payments/${second.id}`);
  expect(own).toMatch(/You earn \$90\.00/);
  expect(own).not.toMatch(/Service fee|Total charged|Your decision/);
  const member = await signedIn(await personOf(brand, 'member'));
  expect((await ask(member, path(second.id))).status).toBe(403);
  const stranger = await mintAccount();
  const elsewhere = await signedIn(await personOf(stranger));
  expect((await ask(elsewhere, path(second.id))).status).toBe(404);
  expect((await ask(elsewhere, `/app/${stranger.id}/payments/${second.id}`)).status).toBe(404);
  const list = `/app/${brand.id}/payments`;
  const all = await ask(owner, list);
  expect(wordsOf(all)).toContain('New payment');
  expect(all.html).toContain(second.id);
  const ofCharge = await ask(owner, `${list}?charge=chg_${'0'.repeat(26)}`);
  expect(ofCharge.html).not.toContain(second.id);
  // Other filters are applied besides, and clearing them shows all payments again.
  expect(ofCharge.html).toMatch(/<input type="hidden" name="charge" value="chg_0+".*Clear/s);
  expect(wordsOf(ofCharge)).toContain('No payments match');
  expect((await ask(owner, `${list}?currency=eur`)).html).not.toContain(second.id);
  expect((await ask(owner, `${list}?currency=usd`)).html).toContain(second.id);
  await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(brand.id).run();
  const ended = await ask(owner, path(second.id));
  expect(wordsOf(ended)).toMatch(/Your decision Dispute The relationship has ended/);
  expect(ended.html).not.toContain('value="dispute"');
});

it('a new payment shows what it costs, and is made once', async () => {
  const pair = await mintPaid();
  const { brand } = pair;
  const owner = await signedIn(await personOf(brand));
  const path = `/app/${brand.id}/payments/new`;
  const fields = {
    creator: pair.creator.as!,
    program: '',
    amount: '1,000.50',
    currency: 'usd',
    note: 'Thank you.',
  };
  const made = async () =>
    (await call('GET', '/v1/payments?source=bonus', { key: brand.key })).body.data as Record<
      string,
      unknown
    >[];

  const wrong = await send(owner, path, 'review', { ...fields, amount: '10.005' });
  expect([wrong.status, wrong.html.includes('field-error')]).toEqual([422, true]);
  const unknown = await send(owner, path, 'review', {
    ...fields,
    creator: 'crtr_00000000000000000000000000',
  });
  expect(unknown.status).toBe(422);
  const asked = await send(owner, path, 'review', fields);
  const shown = wordsOf(asked);
  expect(shown).toMatch(
    /\$1,000\.50.*Agency’s share of it \$100\.05.*earns \$900\.45.*Service fee \$50\.03.*\$1,050\.53/,
  );
  expect(shown).toMatch(/Thank you\..*Pay \$1,050\.53/);
  // Nothing but what was shown is paid: another amount, or a share that the agency changed since.
  const seen = { ...fields, shown: hiddenIn(asked, 'shown') };
  const more = await send(owner, path, 'pay', { ...seen, amount: '1,000.51' });
  expect([more.status, wordsOf(more)]).toEqual([409, expect.stringMatching(/has changed.*\$1,050\.54/)]);
  const share = (bps: number) =>
    testEnv.DB.prepare('UPDATE creator_relationships SET take_rate_bps = ?2 WHERE creator_id = ?1')
      .bind(pair.creator.as, bps)
      .run();
  await share(2_000);
  const moved = await send(owner, path, 'pay', seen);
  expect([moved.status, wordsOf(moved)]).toEqual([409, expect.stringMatching(/earns \$800\.40/)]);
  await share(1_000);
  expect(await made()).toEqual([]);

  const sent = await Promise.all(
    [1, 2].map(() => send(owner, path, 'pay', { ...seen, _once: `req_${'0'.repeat(26)}` })),
  );
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect((await send(owner, path, 'pay', { ...seen, _once: '' })).status).toBe(400);
  const [payment, ...others] = await made();
  expect(others).toEqual([]);
  expect(payment).toMatchObject({
    amount: 100_050,
    net: 90_045,
    fees: { service: 5_003 },
    note: 'Thank you.',
  });
  const page = `/app/${brand.id}/payments/${payment!.id}`;
  expect(await words(owner, page)).toMatch(/Approved\. The next daily charge.*Cancel payment/);
  expect((await send(owner, page, 'cancel', { _seen: '1' })).status).toBe(303);
  expect(await words(owner, page)).not.toContain('Cancel payment');

  const member = await signedIn(await personOf(brand, 'member'));
  expect((await ask(member, path)).status).toBe(403);
});

it('a bonus for a submission is opened from it, and keeps the submission', async () => {
  const pair = await mintPaid();
  const { brand } = pair;
  const owner = await signedIn(await personOf(brand));
  const submission = (await submit(pair, { video: await mintVideo(pair) })).body.data.id as string;
  const path = `/app/${brand.id}/payments/new`;
  expect(await words(owner, `${path}?submission=${submission}`)).toContain('this submission');
  const other = await mintPaid();
  const foreign = (await submit(other, { video: await mintVideo(other) })).body.data.id as string;
  expect((await ask(owner, `${path}?submission=${foreign}`)).status).toBe(404);
  const fields = { creator: pair.creator.as!, submission, amount: '5', currency: 'usd', note: '' };
  expect((await send(owner, path, 'pay', { ...fields, submission: foreign })).status).toBe(422);
  const shown = hiddenIn(await send(owner, path, 'review', fields), 'shown');
  const paid = await send(owner, path, 'pay', { ...fields, shown });
  const id = paid.headers.get('location')!.match(/pay_\w+/)![0];
  expect(await rowOf(id)).toMatchObject({ submission_id: submission, source: 'bonus' });
});

it('an earning leads from each step to what it rests on', async () => {
  const pair = await mintPaid();
  const payment = await mintPayment(pair, { note: 'For the launch' });
  const creator = await personFor(pair);
  const page = await ask(creator, `/app/${pair.creator.as}/earnings/${payment.creatorEarningId}`);
  expect(wordsOf(page)).toMatch(
    /\$90\.00 from.*\$100\.00, less the agency’s share of \$10\.00\..*Why this amount.*What happened.*For the launch.*Payment \$100\.00.*Agency’s share -\$10\.00.*Payout/,
  );
  const links = [...page.html.matchAll(/<li><p class="why-stage">.*?<\/li>/gs)].map(
    ([step]) => /href="\/app\/[^/]+\/(\w+)/.exec(step)?.[1],
  );
  expect(links).toEqual(['programs', 'payments', 'payments', 'balance', 'balance']);
  expect(page.html).toContain(`href="/app/${pair.creator.as}/payments/${payment.id}"`);
  const agency = await signedIn(await personOf(pair.partner ? { id: pair.partner } : pair.brand));
  const commission = await ask(agency, `/app/${pair.partner}/earnings/${payment.partnerEarningId}`);
  expect(wordsOf(commission)).toMatch(/Payment \$100\.00.*Creator’s part -\$90\.00/);
  expect(commission.html).not.toContain(`/payments/${payment.id}`);
});

it('the page of a submission shows what counted, what waits and what it earned, to those who may see money, and leads to the reasons', async () => {
  const { pair, till } = await scene({ percent: 10, amount: 300 });
  await setPay(pair, { schedule: { holdDays: 0 } });
  const id = await mintApproved(pair);
  await sell(pair, till, { serviceId: id, value: 5_000, orderId: 'w-1' });
  await tick();
  const as = async (role: Role) => await signedIn(await personOf(pair.brand, role));
  const owner = await as('owner');
  const at = `/app/${pair.brand.id}/submissions/${id}`;
  expect((await ask(owner, `/app/${pair.brand.id}/submissions`)).html).toContain(`href="${at}"`);
  const waiting = await inFewTrips(owner, at);
  expect(wordsOf(waiting)).toMatch(/Waiting sales \$50\.00 1 sale, final on .*Waiting For returns, until/);
  expect(wordsOf(waiting)).toContain('Value: your server');
  const event = /href="([^"]+\/events\/pev_[^"]+)"/.exec(waiting.html)![1]!;
  expect((await ask(owner, event)).status).toBe(200);
  await giveCode({
    accountId: pair.brand.id,
    creatorId: pair.creator.as,
    programId: pair.program,
    kind: 'discount',
    code: 'save10',
  });
  await sell(pair, till, { discountCode: 'SAVE10', value: 100 });
  await tick();
  expect(wordsOf(await inFewTrips(owner, at))).toContain('$1.00');
  await tick(tomorrow());
  expect(wordsOf(await inFewTrips(owner, at))).toMatch(/Paid \$11\.10 .*Final .*\$8\.00 Paid/);
  const member = await ask(await as('member'), at);
  expect(member.status).toBe(200);
  expect(wordsOf(member)).not.toMatch(/\$|Paid|Waiting|Conversions/);

  const person = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1')
    .bind(pair.creator.as, person.callerId, clock.now())
    .run();
  const creator = await signedIn(person);
  const own = await ask(creator, `/app/${pair.creator.as}/submissions/${id}`);
  expect(own.html).not.toContain('/pixels/');
  const earning = new RegExp(`/app/${pair.creator.as}/earnings/ern_[^"]+`).exec(own.html)![0];
  expect((await ask(creator, `/app/${pair.creator.as}/earnings`)).html).toContain(earning);
  const why = wordsOf(await inFewTrips(creator, earning));
  expect(why).toMatch(/The whole amount is yours\..*A conversion of \$50\.00 .*10% of the value/);
  expect((await ask(owner, earning)).status).toBe(404);
});
