// Digests: what waits for a person in a workspace, in the morning of where they are.
import { beforeEach, expect, it } from 'vitest';
import { setZone } from '../../../../src/domains/accounts/people/set-zone.ts';
import { mailDigests } from '../../../../src/domains/messaging/notices/mail-digests.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import { nextHourIn } from '../../../../src/kit/zone.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, newBrowser } from '../../../harness/pages/pages.ts';
import { noticed } from '../../../harness/people/notices.ts';
import { commit, type MintedPerson, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { put } from '../../../harness/put.ts';
import { mintPair, mintSubmission, type Pair, patch } from '../../../harness/work/submissions.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

let pair: Pair;
let owner: MintedPerson;
let member: MintedPerson;
let creator: MintedPerson;
let today: number;

beforeEach(async () => {
  today = startOfDay(clock.now()) + DAY_MS;
  clock.hold(today + 10 * HOUR_MS);
  pair = await mintPair({ name: 'Summer' });
  owner = await mintPerson({ [pair.brand.id]: 'owner' });
  member = await mintPerson({ [pair.brand.id]: 'member' });
  creator = await mintPerson();
  await testEnv.DB.prepare('UPDATE events SET unnoticed = NULL WHERE unnoticed IS NOT NULL').run();
});

/** What the cron does at a moment, in two runs at once. */
const digested = async (at: number) => {
  await noticed(at);
  for (let n = 0; n < 2; n++) await Promise.all([1, 2].map(() => mailDigests(systemCtx(at))));
};
const digestsOf = async ({ email }: MintedPerson) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Needs your attention'));
const morning = (days: number) => today + days * DAY_MS + 8 * HOUR_MS;

it('comes at eight, once, with what the person’s lists show, to those who can act on it', async () => {
  await mintSubmission(pair);
  await mintSubmission(pair);
  await digested(clock.now());
  await digested(morning(1) - 1);
  expect(await digestsOf(owner)).toEqual([]);
  await digested(morning(1));
  await digested(morning(1) + HOUR_MS);
  const [mail, ...others] = await digestsOf(owner);
  expect(others).toEqual([]);
  expect(mail!.text).toContain('2 submissions to review');
  expect(mail!.text).toContain(`/app/${pair.brand.id}/submissions?status=review`);
  expect(mail!.text).not.toMatch(/applications|payments|plan/);
  expect([await digestsOf(member), await digestsOf(creator)]).toEqual([[], []]);
});

it('comes again the morning after something new, else after a week, and not when nothing waits', async () => {
  const first = await mintSubmission(pair);
  await digested(clock.now());
  await digested(morning(1));
  clock.hold(morning(1) + MINUTE_MS);
  const second = await mintSubmission(pair);
  await digested(clock.now());
  await digested(morning(2));
  expect(await digestsOf(owner)).toHaveLength(2);
  for (let day = 3; day < 9; day++) await digested(morning(day));
  expect(await digestsOf(owner)).toHaveLength(2);
  await digested(morning(9));
  expect(await digestsOf(owner)).toHaveLength(3);
  const taken = 'UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?';
  await testEnv.DB.prepare(taken).bind(creator.id, pair.creator.as).run();
  for (const { id } of [first, second])
    expect((await patch(pair.brand, id, { status: 'revision', note: 'Louder' })).status).toBe(200);
  for (const day of [16, 17]) await digested(morning(day));
  expect(await digestsOf(owner)).toHaveLength(3);
  // Now it waits for the creator.
  const [mail] = await digestsOf(creator);
  expect(mail!.text).toContain('2 videos to change');
});

it('stays off once it is switched off, by one POST and by no look at the link', async () => {
  await mintSubmission(pair);
  await digested(clock.now());
  await digested(morning(1));
  const [mail] = await digestsOf(owner);
  const link = new URL(mail!.unsubscribe!).pathname;
  expect((await ask(newBrowser(), link)).status).toBe(200);
  const settings = async () => (await ask(browserOf(owner), `/app/${pair.brand.id}/notices`)).html;
  const isOn = async () => (await settings()).includes('name="digest" value="on" checked');
  expect(await isOn()).toBe(true);
  const posted = await ask(newBrowser(), link, {
    fields: { 'List-Unsubscribe': 'One-Click' },
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect([posted.status, await isOn()]).toEqual([200, false]);
  clock.hold(morning(1) + MINUTE_MS);
  await mintSubmission(pair);
  await digested(clock.now());
  for (const day of [2, 8, 9]) await digested(morning(day));
  expect(await digestsOf(owner)).toHaveLength(1);
});

it('is for nobody who may not act on it any more, or whom a required second factor keeps out', async () => {
  const admin = await mintPerson({ [pair.brand.id]: 'admin' });
  await mintSubmission(pair);
  await digested(clock.now());
  const demoted = "UPDATE memberships SET role = 'member' WHERE person_id = ?";
  await testEnv.DB.prepare(demoted).bind(admin.id).run();
  await put('factor_requirements', { account_id: pair.brand.id, person_id: owner.id, created_at: 1 });
  await put('second_factors', {
    ...{ person_id: admin.id, secret: '', session_id: admin.session, confirmed_at: 1, last_step: 0 },
    ...{ created_at: 1, updated_at: 1 },
  });
  await digested(morning(1));
  expect([await digestsOf(owner), await digestsOf(admin)]).toEqual([[], []]);
});

it('comes in the morning of the person’s own zone', async () => {
  await commit((ctx) => setZone(ctx, owner.id, 'Asia/Tokyo'));
  expect(() => setZone(systemCtx(), owner.id, 'Mars/Olympus')).toThrow();
  await mintSubmission(pair);
  await digested(clock.now());
  await digested(today + 23 * HOUR_MS - 1);
  expect(await digestsOf(owner)).toEqual([]);
  await digested(today + 23 * HOUR_MS);
  expect(await digestsOf(owner)).toHaveLength(1);
});

it.each([
  ['UTC', '2026-11-28T08:00:00Z', '2026-11-29T08:00:00Z'],
  ['UTC', '2026-11-28T07:59:59Z', '2026-11-28T08:00:00Z'],
  // Clocks go forward on the last Sunday of March, and back on the last of October.
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
  ['America/Los_Angeles', '2026-11-28T15:00:00Z', '2026-11-28T16:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-28T17:00:00Z', '2026-11-28T18:00:00Z'],
])('eight in %s after %s is %s', (zone, after, next) => {
  expect(new Date(nextHourIn(zone, 8, Date.parse(after))).toISOString()).toBe(next.replace('Z', '.000Z'));
});
