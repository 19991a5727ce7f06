// Withdrawals of what an embed shows: in a window of ours, by the record's person, with their password.
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { forgetPayouts, mintPaidOut } from '../harness/money/payouts.ts';
import { ask, browserOf, hiddenIn, newBrowser, send, sendShown, wordsOf } from '../harness/pages/pages.ts';
import { givePassword } from '../harness/people/people.ts';
import { codeOf, setUpFactor } from '../harness/people/second-factors.ts';
import { put } from '../harness/put.ts';
import { beginEmbed, claimRecord, exchange, openFrame, SHOP } from '../harness/work/embeds.ts';
import { call, testEnv } from '../harness/world.ts';

afterEach(() => {
  clock.release();
  return forgetPayouts();
});

const PASSWORD = 'correct horse battery';

async function scene() {
  const earner = await mintPaidOut(50_000);
  const { env } = earner.stripe;
  const found = await testEnv.DB.prepare('SELECT managed_by AS id FROM creators WHERE id = ?')
    .bind(earner.holder)
    .first<{ id: string }>();
  const { results } = await testEnv.DB.prepare('SELECT id FROM api_keys WHERE account_id = ?')
    .bind(found!.id)
    .all<{ id: string }>();
  for (const { id } of results) await put('key_origins', { key_id: id, origin: SHOP });
  const person = await claimRecord(earner.holder);
  await givePassword(PASSWORD, [person.id]);
  const brand = { key: earner.caller.key } as Parameters<typeof openFrame>[0]['brand'];
  const frame = await openFrame({ brand, creator: earner.holder, program: '' }, { component: 'earnings' });
  const path = (amount: unknown, currency = 'usd') =>
    `/embed/window/${frame.id}/withdraw?lang=en&amount=${amount}&currency=${currency}`;
  const browser = browserOf(person);
  const withdrawals = async () =>
    (
      await testEnv.DB.prepare('SELECT amount, status FROM withdrawals WHERE holder = ?')
        .bind(earner.holder)
        .all<{ amount: number; status: string }>()
    ).results;
  return { brand, earner, env, frame, path, browser, person, withdrawals };
}

describe('a withdrawal in the window', () => {
  it('says what goes where from whom, and happens once, by the password', async () => {
    const { path, browser, env, withdrawals, person } = await scene();
    await testEnv.DB.prepare('UPDATE sessions SET created_at = ? WHERE person_id = ?')
      .bind(clock.now() - 11 * MINUTE_MS, person.id)
      .run();
    const page = await ask(browser, path(1_240), { env });
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const words = wordsOf(page);
    for (const part of ['Withdraw $12.40', 'ending in 6789', 'shop.example.com', '$0.00'])
      expect(words).toContain(part);
    const wrong = await sendShown(
      browser,
      path(1_240),
      page,
      'withdraw',
      { ...seen(page.html), proof: 'x' },
      { env },
    );
    expect([wrong.status, await withdrawals()]).toEqual([422, []]);
    const sure = { ...seen(page.html), proof: PASSWORD };
    const done = await sendShown(browser, path(1_240), page, 'withdraw', sure, { env });
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('data-done="withdrawal"')]);
    const again = await sendShown(browser, path(1_240), page, 'withdraw', sure, { env });
    expect(again.html).toContain('data-done="withdrawal"');
    expect((await withdrawals()).map(({ amount }) => amount)).toEqual([1_240]);
  });

  it('asks for no password within ten minutes of signing in, and does nothing else than what was seen', async () => {
    const { path, browser, env, withdrawals, earner } = await scene();
    const page = await ask(browser, path(500), { env });
    expect(page.html).not.toContain('type="password"');
    await testEnv.DB.prepare(
      "UPDATE payout_accounts SET banks = replace(banks, '6789', '1111') WHERE holder = ?",
    )
      .bind(earner.holder)
      .run();
    const moved = await sendShown(browser, path(500), page, 'withdraw', seen(page.html), { env });
    expect([moved.status, await withdrawals()]).toEqual([409, []]);
    clock.hold();
    clock.advance(10 * MINUTE_MS);
    const late = await send(
      browser,
      path(500),
      'withdraw',
      { ...seen((await ask(browser, path(500), { env })).html) },
      { env },
    );
    expect([late.status, await withdrawals()]).toEqual([422, []]);
  });

  it('takes a code where the person has a second factor, to sign in there and as the proof', async () => {
    const { path, browser, env, withdrawals, person } = await scene();
    clock.hold();
    const { secret, codes } = await setUpFactor(browser);
    const fresh = newBrowser();
    const to = (await ask(fresh, path(700), { env })).headers.get('location')!;
    expect(to).toMatch(/^\/embed\/window\/emb_\w+\/sign-in\?/);
    const half = await send(fresh, to, 'enter', { email: person.email, password: PASSWORD }, { env });
    expect([half.status, half.headers.get('cross-origin-opener-policy')]).toEqual([200, 'unsafe-none']);
    const finish = (code: string) =>
      sendShown(fresh, to, half, 'code', { code, half: hiddenIn(half, 'half') }, { env });
    const wrong = await finish('000000');
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('One more step')]);
    expect(fresh.cookies.has('__Host-session')).toBe(false);
    const right = await finish(codes[0]!);
    expect([right.status, right.headers.get('location')]).toEqual([303, path(700)]);
    clock.advance(11 * MINUTE_MS);
    const late = await finish(codes[1]!);
    expect([late.status, late.headers.get('location')]).toEqual([303, to]);

    const page = await ask(fresh, path(700), { env });
    expect(wordsOf(page)).toContain('Confirm with a code');
    const withdraw = (proof: string) =>
      sendShown(fresh, path(700), page, 'withdraw', { ...seen(page.html), proof }, { env });
    for (const proof of ['', PASSWORD, '000000']) expect((await withdraw(proof)).status).toBe(422);
    expect(await withdrawals()).toEqual([]);
    expect((await withdraw(await codeOf(secret))).html).toContain('data-done="withdrawal"');
    expect(await withdrawals()).toHaveLength(1);
  });

  it('says in words why not, and is no page without the feature', async () => {
    const { brand, path, browser, env, earner } = await scene();
    for (const [amount, words] of [
      [99_999_999, 'does not cover'],
      ['0', 'Page not found'],
      ['1.5', 'Page not found'],
    ] as const)
      expect(wordsOf(await ask(browser, path(amount), { env }))).toContain(words);
    expect(wordsOf(await ask(browser, path(100, 'eur'), { env }))).toContain('does not take this currency');
    await testEnv.DB.prepare("UPDATE payout_accounts SET identity = 'required' WHERE holder = ?")
      .bind(earner.holder)
      .run();
    const german = path(100).replace('lang=en', 'lang=de');
    expect(wordsOf(await ask(browser, german, { env }))).toContain(
      'Deine Identität ist noch nicht bestätigt.',
    );
    const made = await beginEmbed({ brand, creator: earner.holder }, { component: 'earnings', features: [] });
    await exchange(made.body.data.id, made.body.data.clientSecret);
    const without = `/embed/window/${made.body.data.id}/withdraw?lang=en&amount=100&currency=usd`;
    expect((await ask(browser, without, { env })).status).toBe(404);
    const read = await call('GET', '/v1/withdrawals', { key: earner.caller.key, as: earner.holder });
    expect(read.status).toBe(403);
  });
});

/** What the form sends along of what its person saw. */
const seen = (html: string) => ({ seen: /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '' });
