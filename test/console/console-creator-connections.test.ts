// Creators connect the accounts that they post in, on pages of their own.
import { beforeAll, expect, it } from 'vitest';
import { Browser as Consenting, toConsent } from '../harness/ads/ad-connections.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { type SocialWorld, socialWorld } from '../harness/work/social.ts';
import { mintAccount, ORIGIN, testEnv } from '../harness/world.ts';

let world: SocialWorld;
let creator: string;
let own: Browser;
const to = (path = '') => `/app/${creator}/connections${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: world.env });
const act = (path: string, action: string, fields: Record<string, string> = {}) =>
  send(own, path, action, fields, { env: world.env });

beforeAll(async () => {
  world = await socialWorld('instagram');
  creator = (await mintCreator((await mintAccount('partner')).key)).id;
  const person = await mintPerson();
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator, person.id)
    .run();
  own = await signedIn({ callerId: person.id });
});

it('connects Instagram, shows whose account it is, and disconnects it', async () => {
  const before = await open(own, to());
  expect(wordsOf(before)).toMatch(/Nothing is connected yet.*Instagram needs a professional account/);
  expect(before.html).not.toContain('name="shop"');
  expect((await open(own, `/app/${creator}`)).html).toContain(`href="${to()}"`);
  // Payouts are set up where a fresh proof is asked for.
  const payouts = await act(to(), 'connect', { provider: 'stripe', _id: 'stripe' });
  expect([payouts.status, payouts.headers.get('location')]).toEqual([422, null]);
  const begun = await act(to(), 'connect', { provider: 'instagram', _id: 'instagram' });
  const visit = begun.headers.get('location')!;
  const consent = await open(own, new URL(visit).pathname);
  expect(wordsOf(consent)).toMatch(/asks for access to Instagram.*how often your posts are viewed/);
  const browser = new Consenting(world);
  const back = await world.consent(await toConsent(browser, visit));
  const ended = (await browser.go('GET', back.pathname + back.search)).headers.get('location');
  expect(ended).toBe(`${ORIGIN}${to()}?status=connected#`);
  const list = await open(own, `${to()}?status=connected`);
  expect(wordsOf(list)).toMatch(
    /Your posts are read within a few minutes.*Ada Sim.*Instagram.*@ada\.sim.*Active/,
  );
  const id = /\/connections\/(conn_[0-9a-z]{26})/.exec(list.html)![1]!;
  const page = await open(own, to(`/${id}`));
  expect([page.status, wordsOf(page)]).toEqual([
    200,
    expect.stringMatching(/Username @ada\.sim.*no longer counted/),
  ]);
  expect((await act(to(`/${id}`), 'again')).headers.get('location')).toMatch(`${ORIGIN}/connections/`);
  expect((await act(to(`/${id}`), 'disconnect')).headers.get('location')).toBe(to());
  expect(wordsOf(await open(own, to()))).toContain('Nothing is connected yet');
  const stranger = await signedIn({ callerId: (await mintPerson()).id });
  expect((await open(stranger, to(`/${id}`))).status).toBe(404);
});
