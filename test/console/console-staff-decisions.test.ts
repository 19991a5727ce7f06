// Decisions of the staff on its pages: which need one staff member, and which need two.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { newId } from '../../src/kit/ids.ts';
import * as clock from '../harness/clock.ts';
import { decideOn, mintScene, rowOf } from '../harness/money/payments.ts';
import {
  ask,
  type Browser,
  browserOf,
  forgedToken,
  send,
  sendShown,
  wordsOf,
} from '../harness/pages/pages.ts';
import { type MintedPerson, mintPerson } from '../harness/people/people.ts';
import { testEnv, withVars } from '../harness/world.ts';

let ada: MintedPerson;
let grace: MintedPerson;
/** A developer's machine, which needs no second factor. */
let local: Env;

beforeAll(async () => {
  ada = await mintPerson();
  grace = await mintPerson();
  const STAFF_PEOPLE = `ada:${ada.email},grace:${grace.email}`;
  local = withVars(testEnv, { STAFF_PEOPLE, ALLOW_LOCAL_URLS: 'true' });
});

afterEach(() => clock.release());

describe('a decision', () => {
  async function disputed() {
    const { pair, row } = await mintScene({ approval: 'manual' });
    await decideOn(pair, row.id, 'dispute', { reason: 'Not what was agreed.' });
    return { pair, row, page: `/staff/review-queue/payments/${row.id}` };
  }

  it('is found in the queue by kind, account and age, made with a reason, once, and recorded', async () => {
    const { row, page } = await disputed();
    const browser = browserOf(ada);
    const queue = async (query: string) => wordsOf(await ask(browser, `/staff?${query}`, { env: local }));
    const own = `account=${row.accountId}`;
    expect(await queue(own)).toMatch(
      /1 record of acct_\w+ waits\..*Disputed payment Not what was agreed\..*\$100\.00/,
    );
    expect(await queue(`${own}&kind=charges`)).toContain('No cases match');
    expect(await queue(`${own}&age=1`)).toContain('No cases match');
    expect(await queue('account=acct_nobody')).toContain('No cases');
    const shown = await ask(browser, `${page}?ask=decide-refund`, { env: local });
    expect(wordsOf(shown)).toMatch(/Refund \$100\.00 to the brand\?.*cannot be undone/);
    const fields = { _id: 'refund', reason: 'The video was never posted.' };
    const unsaid = await send(browser, page, 'decide', { ...fields, reason: '' }, { env: local });
    expect([unsaid.status, unsaid.html]).toEqual([422, expect.stringContaining('id="ask-decide-refund"')]);
    const stale = await send(
      browser,
      page,
      'decide',
      { ...fields, _seen: String(row.version - 1) },
      { env: local },
    );
    expect([stale.status, (await rowOf(row.id)).status]).toEqual([409, 'disputed']);
    const done = await send(browser, page, 'decide', fields, { env: local });
    expect([done.status, done.headers.get('location')]).toEqual([303, page]);
    expect(await rowOf(row.id)).toMatchObject({ status: 'failed', dispute_outcome: 'refund' });
    const after = wordsOf(await ask(browser, page, { env: local }));
    expect(after).toMatch(
      /Decided There is nothing left to decide.*Payment resolve, refund .* ada The video was never posted\. .*Status: disputed → failed/,
    );
    expect(await queue(own)).toContain('No cases');
  });

  it('about money that is written off takes two: one asks, another sees who did and approves', async () => {
    const { pair } = await mintScene();
    const holder = pair.creator.as;
    const [one, other] = [browserOf(ada), browserOf(grace)];
    const fields = {
      kind: 'adjustment',
      holder,
      balance: 'payout_balance',
      direction: 'credit',
      currency: 'usd',
      amount: '12.345',
      reason: 'Paid twice by mistake.',
    };
    const wrong = await send(one, '/staff/corrections', 'propose', fields, { env: local });
    expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('Write an amount in USD')]);
    const nobody = { ...fields, amount: '12.34', holder: newId('creator', 1) };
    const missing = await send(one, '/staff/corrections', 'propose', nobody, { env: local });
    expect([missing.status, wordsOf(missing)]).toEqual([422, expect.stringContaining('has a ledger')]);
    const form = await ask(one, '/staff/corrections', { env: local });
    const propose = () =>
      sendShown(one, '/staff/corrections', form, 'propose', { ...fields, amount: '12.34' }, { env: local });
    const [asked, ...clicks] = [await propose(), ...(await Promise.all([propose(), propose()]))];
    const page = asked.headers.get('location')!;
    expect(clicks.map(({ headers }) => headers.get('location'))).toEqual([page, page]);
    expect(page).toMatch(/^\/staff\/review-queue\/corrections\/corr_/);
    expect(wordsOf(await ask(one, page, { env: local }))).toContain('You asked for this');
    const forced = (browser: Browser, { id }: MintedPerson) => ({
      env: local,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      fields: {
        _action: 'decide',
        _token: forgedToken(browser, id, 'staff'),
        _id: 'approve',
        reason: 'Mine.',
      },
    });
    expect((await ask(one, page, forced(one, ada))).status).toBe(403);
    const seen = wordsOf(await ask(other, `${page}?ask=decide-approve`, { env: local }));
    expect(seen).toMatch(
      /asked for by ada.*Approve the correction of \$12\.34 proposed by ada\? The service pays it/,
    );
    const approved = await send(
      other,
      page,
      'decide',
      { _id: 'approve', reason: 'Seen on the statement.' },
      { env: local },
    );
    expect(approved.status).toBe(303);
    expect((await ask(other, page, forced(other, grace))).status).toBe(409);
    expect(wordsOf(await ask(other, page, { env: local }))).toMatch(
      /Correction approve .* grace Seen on the statement\..*Correction propose, adjustment .* ada Paid twice/,
    );
    const ledger = wordsOf(await ask(one, `/staff/ledgers?holder=${holder}`, { env: local }));
    expect(ledger).toMatch(/The books of .* are right.*Withdrawable USD \$12\.34/);
    const none = await ask(one, '/staff/ledgers?holder=acct_nobody', { env: local });
    expect([none.status, wordsOf(none)]).toEqual([200, expect.stringContaining('No ledger for this ID')]);
  });
});
