// A campaign of ours that spends at a platform is read, charged and held to its billing limit, whatever
// status we store for it.
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import { adAccountOf } from '../../../../src/integrations/ads/platform.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { connectAds, RETURN } from '../../../harness/ads/ad-connections.ts';
import { AD_PLACES, makerAt } from '../../../harness/ads/ad-places.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

const JOBS = jobsNamed('hold spent campaigns', 'drive platform tasks', 'sync ads', 'report ad spend');
/** Each campaign spends more than this within a day. */
const LIMIT = 500;
const ERROR = JSON.stringify({
  reason: 'unknown',
  message: 'No.',
  field: null,
  platformCode: null,
  path: null,
});

/** Every status, with what is wanted of a campaign that was set up completely or partly. */
const CASES = portion(
  CAMPAIGN_STATUSES.flatMap((status) => [
    { status, wanted: status === 'archived' ? 'archived' : 'paused', part: false },
    { status, wanted: status === 'archived' ? 'archived' : 'paused', part: true },
    { status, wanted: 'live', part: false },
  ]),
  3,
  ({ status }) => status,
);

describe.each(portion(AD_PLACES, 2))('at $name', (place) => {
  it('what spends is charged and stopped at its limit in every status', async () => {
    const world = await place.makeWorld();
    const session = await world.session();
    const brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
    const connection = await connectAds(world, brand);
    await testEnv.DB.prepare(
      "UPDATE connections SET status = 'active', selection = ?, currency = 'usd', timezone = 'America/New_York' WHERE id = ?",
    )
      .bind(JSON.stringify(session.selection), connection)
      .run();
    const { whole } = await makerAt(place, world, session);
    const there = await Promise.all(CASES.map(whole));
    let at = clock.now();
    const pass = async (ms: number) => {
      at += ms;
      await world.sim('clock', { advance: ms });
      await runJobs(JOBS, at, world.env);
    };
    await world.sim('clock', { advance: 3 * DAY_MS });
    at += 3 * DAY_MS;
    const [platform, adAccount] = [world.provider, adAccountOf(session.selection)!];
    const here = [];
    for (const [n, { status, wanted, part }] of CASES.entries()) {
      const made = await insertHere(brand.id, connection, there[n]!, { platform, adAccount });
      await testEnv.DB.batch([
        testEnv.DB.prepare(
          `UPDATE campaigns SET status = ?2, wanted = ?3,
             terms = json_set(terms, '$.budget.billingLimit', ?4) WHERE id = ?1`,
        ).bind(...[made.campaign, status, wanted, LIMIT]),
        testEnv.DB.prepare(
          `UPDATE campaign_platforms SET status = ?2, set_up_at = ?3, error = ?4, state_read_at = ?5
           WHERE campaign_id = ?1`,
        ).bind(made.campaign, status, part ? null : at - DAY_MS, part ? ERROR : null, at),
      ]);
      here.push(made);
    }
    for (let n = 0; n < 3; n++) await pass(61 * MINUTE_MS);
    for (let n = 0; n < 3; n++) await pass(2 * MINUTE_MS);
    const objects = await place.platform.state(
      session,
      there.map(({ campaign }) => campaign),
    );
    for (const [n, made] of here.entries()) {
      const row = await testEnv.DB.prepare(
        `SELECT p.spent, c.status, (SELECT SUM(reported_spend) FROM ad_days WHERE ad_id = ?2) AS charged
         FROM campaign_platforms p JOIN campaigns c ON c.id = p.campaign_id WHERE c.id = ?1`,
      )
        .bind(made.campaign, made.ad)
        .first<{ spent: number; status: string; charged: number }>();
      const { spent, charged, status } = row!;
      const found = objects.find(({ kind, id }) => kind === 'campaign' && id === there[n]!.campaign);
      const about = JSON.stringify({ ...CASES[n], row, found });
      expect(spent, about).toBeGreaterThan(LIMIT);
      expect(charged, about).toBe(spent);
      expect(found?.state ?? 'archived', about).toMatch(/^(paused|archived)$/);
      expect(status === 'archived', about).toBe(CASES[n]!.wanted === 'archived');
    }
  });
});
