// Support requests and reported messages on the staff's pages.
import { beforeAll, expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { question, reported } from '../harness/messaging/staff-talks.ts';
import { read, said, told } from '../harness/messaging/talks.ts';
import { ask, type Browser, browserOf, send, sendShown, wordsOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { testEnv, withVars } from '../harness/world.ts';

let ada: Browser;
let grace: Browser;
/** A developer's machine, which needs no second factor. */
let env: Env;
let vars: Record<string, string>;

beforeAll(async () => {
  const [one, other] = [await mintPerson(), await mintPerson()];
  [ada, grace] = [browserOf(one), browserOf(other)];
  vars = { STAFF_PEOPLE: `ada:${one.email},grace:${other.email}`, ALLOW_LOCAL_URLS: 'true' };
  env = withVars(testEnv, vars);
});

const open = async (path: string, browser = ada) => await ask(browser, path, { env });

it('a support request is found in the queue, opened with a reason, answered, and resolved', async () => {
  const { brand, thread } = await question('When do payouts <go>?');
  const page = `/staff/review-queue/support-threads/${thread}`;
  expect(wordsOf(await open(`/staff?account=${brand.id}`))).toMatch(/Support request Waiting for an answer/);
  const closed = await open(page);
  expect(closed.html).not.toContain('payouts');
  expect((await send(ada, page, 'open', { reason: '' }, { env })).status).toBe(422);
  const opened = await send(ada, page, 'open', { reason: 'Answering the request' }, { env });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, page]);
  const shown = await open(page);
  expect(wordsOf(shown)).toContain('When do payouts &lt;go&gt;?');
  expect(wordsOf(await open(page, grace))).not.toContain('When do payouts');
  const { env: slow, count } = countTrips();
  await ask(ada, page, { env: withVars(slow, vars) });
  expect(count()).toBeLessThanOrEqual(4);
  // Its customer writes on: the answer is kept, and what is new is shown.
  await said(brand, thread, 'To Portugal');
  await told(thread);
  const late = await sendShown(ada, page, shown, 'answer', { body: 'Each day' }, { env });
  expect([late.status, wordsOf(late)]).toEqual([409, expect.stringContaining('To Portugal')]);
  expect(late.html).toContain('Each day');
  const sent = await sendShown(ada, page, late, 'answer', { body: 'Each day' }, { env });
  expect(sent.status).toBe(303);
  expect((await read(brand, `/v1/messages?thread=${thread}`))[0]).toMatchObject({ body: 'Each day' });
  await told(thread);
  const answered = await open(page);
  expect(wordsOf(answered)).toMatch(/Service Support .*Each day/);
  expect(wordsOf(await open(`/staff?account=${brand.id}`))).toContain('No cases');
  const resolve = { _id: 'resolve', reason: 'Answered.' };
  expect((await sendShown(ada, page, answered, 'decide', resolve, { env })).status).toBe(303);
  expect(wordsOf(await open(page))).toMatch(/Support thread resolve .*Support thread answer .*Messages read/);
});

it('a reported message is shown as it was and as it is, removed, and its sender barred and let go', async () => {
  const { brand, creator, thread, report } = await reported();
  const page = `/staff/review-queue/message-reports/${report}`;
  expect(wordsOf(await open(`/staff?account=${creator.id}`))).toMatch(
    /Reported message Fraud: Looks like fraud\./,
  );
  expect((await open(page)).html).not.toContain('password');
  await send(ada, page, 'open', { reason: 'Reported as fraud.' }, { env });
  expect(wordsOf(await open(page))).toMatch(
    /Hello .*Reported Send me your password .*No Edited since Nice weather/,
  );
  const decided = await send(ada, page, 'decide', { _id: 'remove_and_bar', reason: 'Phishing.' }, { env });
  expect(decided.status).toBe(303);
  const [, removed] = await read(brand, `/v1/messages?thread=${thread}`);
  expect(removed).toMatchObject({ body: '', deletedAt: expect.any(String) });
  expect(wordsOf(await open(page))).toMatch(/Send me your password .*Deleted since/);
  const sender = `/staff/senders/${creator.id}`;
  expect((await open(`/staff/directory?q=${creator.id}`)).html).toContain(`href="${sender}"`);
  expect(wordsOf(await open(sender))).toMatch(/Barred by ada Reason Phishing\./);
  expect((await send(ada, sender, 'unbar', { reason: 'Was hacked.' }, { env })).status).toBe(303);
  expect((await read(creator, `/v1/threads/${thread}`)).canSend).toBe(true);
  expect((await send(ada, sender, 'unbar', { reason: 'Again.' }, { env })).status).not.toBe(303);
  expect((await open('/staff/senders/acct_nobody')).status).toBe(404);
});
