// An execution that dies at any contact with the database or Meta is carried on, and has made each object once. The other platforms:
// `npm run storm:tests`.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { expectAgreed } from '../../../harness/ads/executed-plans.ts';
import { KilledExecutions } from '../../../harness/ads/killed-executions.ts';
import * as clock from '../../../harness/clock.ts';

beforeAll(() => serveFilms());
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

it('killed at any contact makes each object once, and the campaign is as the platform', async () => {
  const place = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;
  const executions = await KilledExecutions.begin(place, false);
  const contacts = await executions.atEachContact();
  expect(contacts.filter((name) => name.startsWith('platform')).length).toBeGreaterThan(5);
  await expectAgreed(executions.world, place, executions.campaign);
}, 300_000);
