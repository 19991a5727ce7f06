// The situations that a campaign can be in, one after another: set in the database, because some take days at
// a platform.
import { DAY_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { put } from '../put.ts';
import { testEnv } from '../world.ts';

/**
 * A temporary situation: set up before the campaign's pages are opened, with the visitors that it matters to.
 */
export interface Situation {
  what: string;
  set: () => Promise<void>;
  who: readonly string[];
  path: string;
}

const setOn = (table: string, id: string, sets: string) =>
  testEnv.DB.prepare(`UPDATE ${table} SET ${sets} WHERE ${table === 'campaigns' ? 'id' : 'campaign_id'} = ?`)
    .bind(id)
    .run();

/** @param one the campaign's page. @param manage the visitors who may act on it. */
export const campaignSituations = (
  campaign: string,
  partner: string,
  one: string,
  manage: readonly string[],
): Situation[] => [
  {
    what: 'a campaign that is planned',
    who: manage,
    path: one,
    set: async () =>
      void (await setOn('campaigns', campaign, `scheduled_launch_at = ${clock.now() + DAY_MS}`)),
  },
  {
    what: 'a campaign that runs',
    who: manage,
    path: one,
    set: async () => {
      await setOn(
        'campaigns',
        campaign,
        "scheduled_launch_at = NULL, status = 'live', wanted = 'live', launched_at = 1",
      );
      await setOn('campaign_platforms', campaign, "status = 'live'");
      await setOn('ads', campaign, "status = 'active'");
      await setOn('ad_sets', campaign, "status = 'active'");
      await put('campaign_entries', {
        id: 'entry_ran',
        campaign_id: campaign,
        platform: null,
        what: 'status',
        details: '{"from":"paused","to":"live"}',
        at: clock.now(),
      });
    },
  },
  {
    what: 'a campaign that was paused',
    who: manage,
    path: one,
    set: async () => {
      await setOn('campaigns', campaign, "status = 'paused', wanted = 'paused'");
      await setOn('campaign_platforms', campaign, "status = 'paused'");
      await setOn('ads', campaign, "status = 'paused'");
      await setOn('ad_sets', campaign, "status = 'paused'");
    },
  },
  {
    what: 'a campaign that failed',
    who: manage,
    path: one,
    set: async () => {
      await setOn('campaigns', campaign, "status = 'needs_attention'");
      await setOn(
        'campaign_platforms',
        campaign,
        `status = 'needs_attention', error = '{"reason":"unknown","message":"No.","retry":false,"platformCode":null}'`,
      );
      await testEnv.DB.batch([
        testEnv.DB.prepare("UPDATE platform_tasks SET status = 'failed' WHERE subject = ?").bind(campaign),
        testEnv.DB.prepare(
          "UPDATE platform_steps SET status = 'failed', tries = 1 WHERE task_id IN (SELECT id FROM platform_tasks WHERE subject = ?)",
        ).bind(campaign),
      ]);
    },
  },
  {
    what: "a launch that waits for the brand's yes",
    who: [...manage, 'member'],
    path: one,
    set: async () => {
      await setOn(
        'campaigns',
        campaign,
        `status = 'paused', partner_id = '${partner}', approval_status = 'pending', approval_requested_at = 1`,
      );
      await setOn('campaign_platforms', campaign, "status = 'paused', error = NULL");
    },
  },
  {
    what: "a change that waits for the brand's yes",
    who: [...manage, 'member'],
    path: one,
    set: async () => {
      const change = {
        action: 'update',
        status: 'awaiting_approval',
        input: { budget: { billingLimit: 100_000 } },
        at: clock.now(),
      };
      await testEnv.DB.prepare(
        "UPDATE campaigns SET approval_status = 'approved', pending_change = ?2 WHERE id = ?1",
      )
        .bind(campaign, JSON.stringify(change))
        .run();
    },
  },
];
