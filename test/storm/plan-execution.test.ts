// `npm run storm:tests`: a plan that changes name, budget, text, ad sets and ads, executed on each platform and killed at every contact
// with it or the database.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../harness/ads/campaign-places.ts';
import { expectAgreed } from '../harness/ads/executed-plans.ts';
import { KilledExecutions } from '../harness/ads/killed-executions.ts';
import * as clock from '../harness/clock.ts';

describe.each(CAMPAIGN_PLACES)('on $name', (place) => {
  beforeAll(() => serveFilms());
  afterAll(() => {
    vi.unstubAllGlobals();
    clock.release();
  });

  it('an execution killed at any contact makes each object once, and the campaign is as the platform', {
    timeout: 900_000,
  }, async () => {
    const executions = await KilledExecutions.begin(place, { replaces: true });
    const contacts = await executions.atEachContact();
    expect(contacts.filter((name) => name.startsWith('platform')).length).toBeGreaterThan(5);
    await expectAgreed(executions.world, place, executions.campaign);
  });
});
