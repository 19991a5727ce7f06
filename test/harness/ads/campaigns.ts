// The starting point of campaign tests: a brand with a fully selected connection, and approved submissions.
import { expect } from 'vitest';
import { NO_PAY } from '../../../src/domains/work/program-terms/pay.ts';
import type { Selection } from '../../../src/integrations/ads/platform.ts';
import { newId } from '../../../src/kit/ids.ts';
import { runJobs } from '../../../src/run-jobs.ts';
import * as clock from '../clock.ts';
import { jobsNamed, runAdsLanes } from '../jobs.ts';
import { expectProblemsIn } from '../pages/plain-words.ts';
import { mintFile } from '../work/creators.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../world.ts';
import { connectAds, RETURN } from './ad-connections.ts';
import { MAIN, metaWorld, PAGE, PIXEL, PROFILE } from './meta.ts';
import type { ScriptedAds } from './scripted-ads.ts';

export interface CampaignWorld {
  meta: ScriptedAds;
  brand: Minted;
  connection: string;
  /** Approved submissions with a ready video. */
  submissions: string[];
  /** A body of POST /v1/campaigns without any problem. */
  body(more?: object): Record<string, unknown>;
  send(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Runs the lanes of ads, and moves the platform's clock along with ours. */
  pass(ms?: number): Promise<void>;
  /** The same, but only with the jobs of campaigns. */
  passAds(ms?: number): Promise<void>;
}

const AD_JOBS = jobsNamed(
  ...['hold spent campaigns', 'launch scheduled campaigns', 'drive platform tasks', 'sync ads'],
);

/** A submission to an account, approved by default. */
export async function mintApproved(
  account: string,
  more: { status?: string; duration?: number; type?: string } = {},
): Promise<string> {
  const { status = 'approved', duration = 12.5, type = 'video/mp4' } = more;
  const now = clock.now();
  const creator = newId('creator', now);
  const file = await mintFile(creator, 'submission', { type, status: 'ready' });
  await testEnv.DB.prepare('UPDATE files SET width = 1080, height = 1920, duration = ?2 WHERE id = ?1')
    .bind(file, duration)
    .run();
  const id = newId('submission', now);
  // Its pay is looked up when creators are paid by ad spend.
  const program = newId('program', now);
  await testEnv.DB.prepare(
    `INSERT INTO program_pays (program_id, version, pay, created_at) VALUES (?, 1, ?, ?)`,
  )
    .bind(program, JSON.stringify(NO_PAY), now)
    .run();
  await testEnv.DB.prepare(
    `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, file_id, version, created_at, updated_at)
     VALUES (?, ?, ?, 'appl_x', ?, ?, ?, 1, ?, ?)`,
  )
    .bind(id, account, program, creator, status, file, now, now)
    .run();
  return id;
}

/** Where campaigns run, and what is selected there. */
interface Place {
  world(): Promise<ScriptedAds>;
  selection: Selection;
  pixel: string;
}

const META: Place = {
  world: metaWorld,
  selection: { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE },
  pixel: PIXEL,
};

export async function campaignWorld(at: Place = META): Promise<CampaignWorld> {
  const meta = await at.world();
  await meta.sim('settings', { processing: 0 });
  const brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  const connection = await connectAds(meta, brand);
  const send: CampaignWorld['send'] = async (method, path, body, key = brand.key) => {
    const answer = await call(method, path, { env: meta.env, key, ...(body === undefined ? {} : { body }) });
    expectProblemsIn(answer.body);
    return answer;
  };
  const picked = await send('PATCH', `/v1/connections/${connection}`, {
    selection: at.selection,
  });
  expect(picked.status, JSON.stringify(picked.body)).toBe(200);
  const submissions = [await mintApproved(brand.id), await mintApproved(brand.id)];
  const wait = async (ms: number) => {
    clock.hold(clock.now() + ms);
    await meta.sim('clock', { advance: ms });
  };
  return {
    meta,
    brand,
    connection,
    submissions,
    send,
    body: (more = {}) => ({
      name: 'Summer',
      destination: { type: 'website', value: 'https://shop.example/' },
      budget: { billingLimit: 90_000 },
      schedule: { startDate: new Date(clock.now() + 86_400_000).toISOString().slice(0, 10) },
      audience: { countries: ['US'] },
      creatives: submissions,
      ad: { primaryText: 'See it.', callToAction: 'shop_now' },
      optimizationEvent: 'purchase',
      settings: { pixel: at.pixel },
      connection,
      ...more,
    }),
    async pass(ms = 60_000) {
      await wait(ms);
      await runAdsLanes(clock.now(), meta.env);
    },
    async passAds(ms = 60_000) {
      await wait(ms);
      await runJobs(AD_JOBS, clock.now(), meta.env);
    },
  };
}
