// The way of what somebody earned to the bank: balance, payout set-up, withdrawals, payouts, statement and tax.
import { afterEach, assert, describe, expect, inject, it } from 'vitest';
import { MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { earnWithoutFunds, forgetPayouts, mintPaidOut } from '../harness/money/payouts.ts';
import { stripeWorld } from '../harness/money/stripe.ts';
import { formsIn } from '../harness/pages/page-forms.ts';
import {
  ask,
  browserOf,
  forgedToken,
  type PageAnswer,
  sendShown,
  signedIn,
  wordsOf,
} from '../harness/pages/pages.ts';
import { givePassword, mintPerson } from '../harness/people/people.ts';
import { personOf } from '../harness/people/person.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { mintAccount, testEnv } from '../harness/world.ts';

afterEach(forgetPayouts);

const MOST_TRIPS = 3;
const PASSWORD = 'correct horse battery';
const HEADERS = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };
const PAGES = [
  '/balance',
  '/balance/withdraw?currency=usd',
  '/withdrawals',
  '/payouts',
  '/statement',
  '/tax',
];

async function paidOut() {
  const earner = await mintPaidOut(50_000);
  const person = await claimRecord(earner.holder);
  await givePassword(PASSWORD, [person.id]);
  const withdrawals = async () =>
    (
      await testEnv.DB.prepare('SELECT id, amount, fee FROM withdrawals WHERE holder = ?')
        .bind(earner.holder)
        .all<{ id: string; amount: number; fee: number }>()
    ).results;
  const at = `/app/${earner.holder}`;
  return { earner, env: earner.stripe.env, person, browser: browserOf(person), at, withdrawals };
}

/** The fields that a form of a page is sent with as it is shown. */
function formOf({ html }: PageAnswer, action: string): Record<string, string> {
  const form = formsIn(html).find((one) => one.action === action)!;
  return Object.fromEntries(form.hidden.filter(([name]) => !name.startsWith('_')));
}

/** The session of a person who signed in more than ten minutes ago. */
async function ageSession(person: { id: string }): Promise<void> {
  await testEnv.DB.prepare('UPDATE sessions SET created_at = ? WHERE person_id = ?')
    .bind(clock.now() - 11 * MINUTE_MS, person.id)
    .run();
}

describe('a withdrawal', () => {
  it('shows fee, arrival and bank first, and is made once, with a proof', async () => {
    const { env, person, browser, at, withdrawals } = await paidOut();
    await ageSession(person);
    const balance = await ask(browser, `${at}/balance`, { env });
    expect(wordsOf(balance)).toContain('$500.00 can be withdrawn to your bank.');
    const path = `${at}/balance/withdraw?currency=usd`;
    expect(balance.html).toContain(`href="${path}"`);
    const page = await ask(browser, path, { env });
    expect(wordsOf(page)).toMatch(
      /Fee None You receive \$500\.00 Arrives Usually within 3 business days To .* ending in 6789/,
    );
    const instant = wordsOf(await ask(browser, `${path}&amount=100.00&speed=instant`, { env }));
    expect(instant).toMatch(/Fee \$1\.50 You receive \$98\.50 Arrives Usually within 30 minutes/);
    for (const [amount, words] of [
      ['500.01', 'This cannot be withdrawn The payout balance does not cover'],
      ['1.005', 'Write an amount in USD'],
      ['0.10&speed=instant', 'The fee of $0.50 leaves nothing of this amount.'],
    ])
      expect(wordsOf(await ask(browser, `${path}&amount=${amount}`, { env }))).toContain(words);
    const sent = (proof?: string) =>
      sendShown(
        browser,
        path,
        page,
        'withdraw',
        { ...formOf(page, 'withdraw'), ...(proof && { proof }) },
        { env },
      );
    expect([(await sent()).status, (await sent('wrong')).status, await withdrawals()]).toEqual([
      422,
      422,
      [],
    ]);
    const done = await sent(PASSWORD);
    const [made] = await withdrawals();
    expect([done.status, done.headers.get('location')]).toEqual([303, `${at}/withdrawals/${made!.id}`]);
    expect((await sent(PASSWORD)).headers.get('location')).toBe(`${at}/withdrawals/${made!.id}`);
    expect(await withdrawals()).toEqual([{ id: made!.id, amount: 50_000, fee: 0 }]);
    const one = wordsOf(await ask(browser, `${at}/withdrawals/${made!.id}`, { env }));
    expect(one).toMatch(/Withdrawal of \$500\.00 .*(?:Requested|On its way)/);
    const statement = await ask(browser, `${at}/statement`, { env });
    expect(statement.html).toContain(`href="${at}/withdrawals/${made!.id}"`);
    expect(statement.html).toContain('name="program"');
    expect(statement.html).toMatch(/href="[^"]+\/payouts\/po_\w+"/);
    for (const page of ['/balance', '/balance/withdraw?currency=usd'])
      expect(wordsOf(await ask(browser, at + page, { env }))).toContain('There is nothing in your payout');
    expect(wordsOf(await ask(browser, at, { env }))).toMatch(
      /You earned \$500\.00 in all: \$500\.00 was paid into your payout balance\. None of that is left/,
    );
    const before = await ask(browser, `${at}/statement?month=${monthsAgo(2)}`, { env });
    expect(wordsOf(before)).toContain('No lines match');
    for (const path of [...PAGES, `/withdrawals/${made!.id}`]) {
      const { env: counted, count } = countTrips();
      expect((await ask(browser, at + path, { env: counted })).status, path).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });

  it('asks for a proof before the first one to a bank, and not again', async () => {
    const { earner, env, person, browser, at, withdrawals } = await paidOut();
    const path = `${at}/balance/withdraw?currency=usd&amount=10.00`;
    const change = (sql: string, ...values: string[]) =>
      testEnv.DB.prepare(sql)
        .bind(earner.holder, ...values)
        .run();
    /** Sends the form as it is shown, without a proof. */
    const withdraw = async (fields: Record<string, string> = {}) => {
      await ageSession(person);
      await change('UPDATE sessions SET proved_at = NULL WHERE person_id <> ?');
      const page = await ask(browser, path, { env });
      const sent = await sendShown(
        browser,
        path,
        page,
        'withdraw',
        { ...formOf(page, 'withdraw'), ...fields },
        { env },
      );
      return [page.html.includes('name="proof"'), sent.status, (await withdrawals()).length];
    };
    expect(await withdraw()).toEqual([true, 422, 0]);
    expect(await withdraw({ proof: PASSWORD })).toEqual([true, 303, 1]);
    expect(await withdraw()).toEqual([false, 303, 2]);
    // Another bank with the same last digits, and back.
    const swap = 'UPDATE payout_accounts SET banks = replace(banks, ?2, ?3) WHERE holder = ?1';
    await change(swap, 'ba_usd', 'ba_other');
    expect(await withdraw()).toEqual([true, 422, 2]);
    await change(swap, 'ba_other', 'ba_usd');
    expect(await withdraw()).toEqual([false, 303, 3]);
    // What came back from the bank says nothing for it, and neither does an account before this one.
    await change("UPDATE withdrawals SET status = 'failed' WHERE holder = ?");
    expect(await withdraw()).toEqual([true, 422, 3]);
    await change(
      "UPDATE withdrawals SET status = 'paid', processor_account = 'acct_before' WHERE holder = ?",
    );
    expect(await withdraw()).toEqual([true, 422, 3]);
  });

  it('is not made where fee or bank changed since it was shown, nor by others', async () => {
    const { earner, env, browser, at, withdrawals, person } = await paidOut();
    const path = `${at}/balance/withdraw?currency=usd`;
    const page = await ask(browser, path, { env });
    await testEnv.DB.prepare(
      "UPDATE payout_accounts SET banks = replace(banks, '6789', '1111') WHERE holder = ?",
    )
      .bind(earner.holder)
      .run();
    const fields = formOf(page, 'withdraw');
    const moved = await sendShown(browser, path, page, 'withdraw', fields, { env });
    expect([moved.status, await withdrawals()]).toEqual([409, []]);
    expect(wordsOf(moved)).toContain('ending in 1111');
    const stranger = await mintPerson();
    const other = browserOf(stranger);
    const forged = { _token: forgedToken(other, stranger.id), _once: 'x', _action: 'withdraw', ...fields };
    expect((await ask(other, path, { env, headers: HEADERS, fields: forged })).status).toBe(404);
    const across = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    const crossed = { ...forged, _token: forgedToken(browser, person.id) };
    expect((await ask(browser, path, { env, headers: across, fields: crossed })).status).toBe(403);
    expect(await withdrawals()).toEqual([]);
  });
});

describe('the pages of a balance', () => {
  it('are for who may see its money: no stranger, member, brand or agency of the record', async () => {
    const { earner, env, at, browser } = await paidOut();
    const path = `${at}/balance/withdraw?currency=usd&amount=10.00`;
    const page = await ask(browser, path, { env });
    const made = await sendShown(browser, path, page, 'withdraw', formOf(page, 'withdraw'), { env });
    const [payout] = (
      await testEnv.DB.prepare('SELECT id FROM payouts WHERE holder = ?')
        .bind(earner.holder)
        .all<{ id: string }>()
    ).results;
    const records = [`/payouts/${payout!.id}`, made.headers.get('location')!.replace(at, '')];
    for (const record of records) expect((await ask(browser, at + record, { env })).status).toBe(200);
    // An earning leads to the payout that brought it.
    const earnings = await ask(browser, `${at}/earnings`, { env });
    const [earning] = /\/app\/[^"]+\/earnings\/ern_[^"]+/.exec(earnings.html)!;
    expect((await ask(browser, earning!, { env })).html).toContain(
      `href="${at}/payouts/${payout!.id}">View payout`,
    );
    const partner = await mintAccount('partner');
    const [owner, member] = [
      await signedIn(await personOf(partner)),
      await signedIn(await personOf(partner, 'member')),
    ];
    for (const page of PAGES) {
      expect((await ask(owner, at + page, { env })).status, page).toBe(404);
      const answer = await ask(member, `/app/${partner.id}${page}`, { env });
      expect([answer.status, answer.html.includes('$')], page).toEqual([403, false]);
    }
    for (const path of records) {
      expect((await ask(owner, `/app/${partner.id}${path}`, { env })).status, path).toBe(404);
      expect((await ask(member, `/app/${partner.id}${path}`, { env })).status, path).toBe(403);
    }
    const shown = await ask(owner, `/app/${partner.id}/balance`, { env });
    expect(wordsOf(shown)).toContain('Payouts are not set up yet');
    const brand = await mintAccount();
    const payer = await signedIn(await personOf(brand));
    for (const page of PAGES.filter((one) => one !== '/statement'))
      expect((await ask(payer, `/app/${brand.id}${page}`, { env })).status, page).toBe(404);
    expect((await ask(payer, `/app/${brand.id}/statement`, { env })).status).toBe(200);
  });

  it('say on the overview how the money reaches the bank, or what stops it', async () => {
    const { earner, env, at, browser } = await paidOut();
    const overview = async () => wordsOf(await ask(browser, at, { env }));
    expect(await overview()).toContain(
      'You earned $500.00 in all: $500.00 can be withdrawn to your bank now.',
    );
    const change = (sql: string) => testEnv.DB.prepare(sql).bind(earner.holder).run();
    await change("UPDATE payout_accounts SET kind = 'recipient' WHERE holder = ?");
    expect(await overview()).toContain('$500.00 is sent to your bank on Monday.');
    // As after a take-over: the balance stays, and the bank is asked anew.
    await change('DELETE FROM payout_accounts WHERE holder = ?');
    expect(await overview()).toMatch(
      /Set up payouts Payouts are not set up yet\. .*\$500\.00 waits in your payout balance\. Payouts are not set up yet\./,
    );
  });

  it('give one reason why nothing can be withdrawn, on the balance and where it is withdrawn', async () => {
    const { earner, env, at, browser } = await paidOut();
    const said = async (change: string, words: string) => {
      await testEnv.DB.prepare(`UPDATE payout_accounts SET ${change} WHERE holder = ?`)
        .bind(earner.holder)
        .run();
      const [balance, withdraw] = [
        await ask(browser, `${at}/balance`, { env }),
        await ask(browser, `${at}/balance/withdraw?currency=usd`, { env }),
      ];
      for (const page of [balance, withdraw]) expect(wordsOf(page)).toContain(words);
      expect(balance.html).not.toContain('/balance/withdraw');
      expect(wordsOf(withdraw)).not.toContain('Change amount');
    };
    await said("kind = 'recipient'", 'Everything in your payout balance is sent to your bank each Monday.');
    await said("kind = 'connected', payouts_enabled = 0", 'The payment processor asks for more information.');
    await said("payouts_enabled = 1, banks = replace(banks, 'usd', 'eur')", 'No bank account of yours takes');
    await said("banks = '[]'", 'There is no bank account yet. Add one in the payout set-up.');
    await said("identity = 'pending'", 'Your identity is being verified.');
  });

  it('set payouts up on the processor’s page, with a fresh proof', async () => {
    const stripe = await stripeWorld();
    const { env } = stripe;
    const { key } = await mintAccount();
    const { id } = await mintCreator(key);
    const person = await claimRecord(id);
    await givePassword(PASSWORD, [person.id]);
    await ageSession(person);
    const [browser, path] = [browserOf(person), `/app/${id}/balance`];
    const page = await ask(browser, path, { env });
    expect(wordsOf(page)).toMatch(/Payouts are not set up yet.*No balance yet.*United States/);
    const overview = async (more = env) => wordsOf(await ask(browser, `/app/${id}`, { env: more }));
    expect(await overview()).toMatch(/Next steps You&#39;re all caught up/);
    await earnWithoutFunds({ stripe, holder: id, currency: 'usd' }, 300);
    expect(await overview()).toMatch(/Next steps Step Set up payouts \S.* You earned \$3\.00 in all: /);
    expect((await ask(browser, `/app/${id}`, { env })).html).toContain(
      `<a href="/app/${id}/balance">Set up payouts</a>`,
    );
    const away = { ...env, LEDGER: { idFromName: () => '', get: () => assert.fail('away') } as never };
    const part = await overview(away);
    expect(part).toMatch(/No other steps .*Your balance could not be loaded\. Try again .*Your applications/);
    expect(part).not.toMatch(/\$|all caught up/);
    const sent = (fields: Record<string, string>) => sendShown(browser, path, page, 'setUp', fields, { env });
    expect((await sent({ country: 'US' })).status).toBe(422);
    const early = wordsOf(await ask(browser, `${path}/withdraw?currency=usd`, { env }));
    expect(early).toContain('Payouts are not set up yet. Set them up');
    expect(early).not.toContain('Change amount');
    const begun = await sent({ country: 'US', proof: PASSWORD });
    expect([begun.status, begun.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(inject('simulators')),
    ]);
    const back = wordsOf(await ask(browser, `${path}?status=connected`, { env }));
    expect(back).toMatch(/Your payout details were sent.*Country United States.*Not verified/);
  });
});

function monthsAgo(months: number): string {
  const date = new Date(clock.now());
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)).toISOString().slice(0, 7);
}
