// An execution that dies at any contact with the database or Meta is carried on, and has made each object once. A run plays one contact
// in 16 (32 while the text changes), another portion each day, and at least one with the database and one with Meta: all of
// Meta's take a minute of CPU. `npm run storm:tests -- test/storm/plan-execution` plays every contact, on each platform.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { expectAgreed } from '../../../harness/ads/executed-plans.ts';
import { type Killed, KilledExecutions } from '../../../harness/ads/killed-executions.ts';
import * as clock from '../../../harness/clock.ts';

beforeAll(() => serveFilms());
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const META = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;

it.each<[string, Killed]>([
  ['at any contact', { replaces: false, oneIn: 16 }],
  ['while its text changes', { replaces: true, oneIn: 32 }],
])(
  'killed %s it makes each object once, and the campaign is as the platform',
  async (_, killed) => {
    const executions = await KilledExecutions.begin(META, killed);
    const contacts = await executions.atEachContact();
    expect(contacts.filter((name) => name.startsWith('platform')).length).toBeGreaterThan(5);
    await expectAgreed(executions.world, META, executions.campaign);
  },
  300_000,
);

it('killed while 50 callers begin it makes each object once', async () => {
  const executions = await KilledExecutions.begin(META, { replaces: false });
  await executions.amongCallers(50);
  await expectAgreed(executions.world, META, executions.campaign);
}, 60_000);
