// An address whose mails came back twice gets none, until its person proves it again.
import { afterEach, expect, it, vi } from 'vitest';
import { addMail } from '../../../../src/domains/accounts/mails/add-mail.ts';
import { defineMail } from '../../../../src/domains/accounts/mails/define-mail.ts';
import { sendMails } from '../../../../src/domains/accounts/mails/send-mails.ts';
import { requestPasswordReset } from '../../../../src/domains/accounts/people/request-password-reset.ts';
import { resetPassword } from '../../../../src/domains/accounts/people/reset-password.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import type { Env } from '../../../../src/env.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, newBrowser, send, wordsOf } from '../../../harness/pages/pages.ts';
import { commit, givePassword, linkTo, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { receivers } from '../../../harness/webhooks.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const MAIL_API = 'https://mail.example/send';
const sending = { ...testEnv, MAIL_API_URL: MAIL_API, MAIL_API_KEY: 'key' } as unknown as Env;
const HELLO = defineMail({ to: 'proved', slots: {}, write: () => ({ subject: 'Hello', text: 'Hello' }) });
const hello = (to: string, env: Env = sending) => commit((ctx) => addMail(ctx, to, HELLO, {}), env);
let addresses = 0;
const somebody = () => `bounced${++addresses}@people.example`;

afterEach(() => vi.unstubAllGlobals());

/** A mail service that takes mails. @returns where each mail came back to, the oldest first. */
function mailService() {
  const received = receivers({ [MAIL_API]: () => new Response('{}') });
  return () =>
    received.map(({ body }) => new URL((JSON.parse(body) as { bounces: string }).bounces).pathname);
}

/** Two mails to an address that came back. */
async function bounced(address: string): Promise<void> {
  const addressed = mailService();
  for (let n = 0; n < 2; n++) await hello(address);
  for (const path of addressed()) expect((await call('POST', path)).status).toBe(200);
}

it('two mails that came back stop an address; the same one twice, or another address’, does not', async () => {
  const [ada, eve] = [somebody(), somebody()];
  const addressed = mailService();
  await hello(ada);
  await hello(eve);
  const [first] = addressed() as [string];
  expect((await call('POST', `${first.slice(0, -1)}${first.endsWith('0') ? 1 : 0}`)).status).toBe(404);
  expect((await call('GET', first)).status).toBe(405);
  for (let n = 0; n < 3; n++) expect((await call('POST', first)).status).toBe(200);
  await hello(ada);
  expect(addressed()).toHaveLength(3);
  await call('POST', addressed()[2]!);
  await hello(ada);
  await hello(eve);
  expect(addressed()).toHaveLength(4);
  const stored = testEnv.DB.prepare('SELECT COUNT(*) AS n FROM mails WHERE recipient = ?').bind(ada);
  expect(await stored.first('n')).toBe(2);
});

it('a mail that waited is given up when its address is stopped meanwhile', async () => {
  const ada = somebody();
  await hello(ada, testEnv);
  await bounced(ada);
  const addressed = mailService();
  await sendMails(systemCtx(sending, clock.now() + MINUTE_MS));
  expect(addressed()).toEqual([]);
  expect(await mailsTo(ada)).toEqual([]);
});

it('a person reads it on each page, and confirms the address by a link, which a scanner does not use up', async () => {
  const brand = await mintAccount();
  const person = await mintPerson({ [brand.id]: 'owner' });
  const [browser, home, profile] = [browserOf(person), `/app/${brand.id}`, `/app/${brand.id}/you`];
  const isTold = async (path: string) => wordsOf(await ask(browser, path)).includes('we stopped sending any');
  expect([await isTold(home), await isTold('/app')]).toEqual([false, false]);
  await bounced(person.email);
  vi.unstubAllGlobals();
  expect([await isTold(home), await isTold('/app')]).toEqual([true, true]);
  expect((await send(browser, profile, 'prove')).status).toBe(303);
  const link = `/verify/address?token=${await linkTo(person.email)}`;
  expect((await ask(newBrowser(), link)).status).toBe(200);
  expect(await isTold(home)).toBe(true);
  expect((await send(newBrowser(), link, 'prove')).status).toBe(303);
  expect([await isTold(home), (await send(newBrowser(), link, 'prove')).status]).toEqual([false, 410]);
  await hello(person.email, testEnv);
  expect((await mailsTo(person.email))[0]!.subject).toBe('Hello');
  await bounced(person.email);
  for (let n = 0; n < 2; n++) expect((await send(browser, profile, 'prove')).status).toBe(303);
  expect((await send(browser, profile, 'prove')).status).toBe(429);
});

it('reports about mails from before the address was proved again count no more, late or repeated', async () => {
  const person = await mintPerson();
  await givePassword('long enough', [person.id]);
  const addressed = mailService();
  for (let n = 0; n < 4; n++) await hello(person.email);
  const [first, second, ...late] = addressed() as [string, string, string, string];
  for (const path of [first, second]) await call('POST', path);
  await hello(person.email);
  expect(addressed()).toHaveLength(4);
  clock.advance(MINUTE_MS);
  await commit((ctx) => requestPasswordReset(ctx, person.email, null));
  const reset = { token: await linkTo(person.email), password: 'another long one' };
  await commit((ctx) => resetPassword(ctx, reset, null));
  for (const path of [first, second, ...late]) expect((await call('POST', path)).status).toBe(200);
  await hello(person.email);
  await hello(person.email);
  expect(addressed()).toHaveLength(6);
  for (const path of addressed().slice(-2)) await call('POST', path);
  await hello(person.email);
  expect(addressed()).toHaveLength(6);
});

it('a reset and a sign-up reach a stopped address, and their links end that', async () => {
  const person = await mintPerson();
  const isStopped = async (address: string) => {
    await hello(address, testEnv);
    return (await mailsTo(address))[0]?.subject !== 'Hello';
  };
  await givePassword('long enough', [person.id]);
  const ada = somebody();
  for (const address of [person.email, ada]) {
    await bounced(address);
    expect(await isStopped(address)).toBe(true);
  }
  vi.unstubAllGlobals();
  await commit((ctx) => requestPasswordReset(ctx, person.email, null));
  const token = await linkTo(person.email);
  await commit((ctx) => resetPassword(ctx, { token, password: 'another long one' }, null));
  const input = { name: 'Ada', email: ada, password: 'long enough', profile: 'none' } as const;
  await commit((ctx) => signUp(ctx, input, null));
  const signedUp = await linkTo(ada);
  await commit((ctx) => verifyEmail(ctx, { token: signedUp, password: 'long enough' }, null));
  expect([await isStopped(person.email), await isStopped(ada)]).toEqual([false, false]);
});
