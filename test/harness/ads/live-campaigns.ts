// Campaigns that exist on their platform already, as if they had been set up here.

import type { SystemCtx } from '../../../src/context.ts';
import type { WholeCampaign } from '../../../src/domains/ads/campaign-record/campaign-row.ts';
import { insertCampaign } from '../../../src/domains/ads/campaign-record/store.ts';
import type { CampaignTerms } from '../../../src/domains/ads/campaign-terms/terms.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../../src/integrations/meta/adapter.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { systemCtx, testEnv } from '../world.ts';
import { adSet, campaign, creative, intent } from './ad-steps.ts';
import { MAIN, PIXEL } from './meta.ts';

export interface There {
  campaign: string;
  set: string;
  ad: string;
}

/** A ready creative at the platform, for making ads. @param processed finishes processing the video. */
export async function makeCreative(session: AdSession): Promise<string> {
  const named = { intent: intent(), name: 'V' };
  const { id: video } = await metaAdapter.create(session, {
    kind: 'video',
    url: 'https://x.example/v.mp4',
    ...named,
  });
  const cover = { url: 'https://x.example/v.jpg' };
  const { id } = await metaAdapter.create(session, { ...creative(video, ''), cover });
  return id;
}

/** A campaign with one ad at the platform, running unless `paused`. */
export async function makeThere(
  session: AdSession,
  made: string,
  { name = 'Summer', running = true } = {},
): Promise<There> {
  const { id: top } = await metaAdapter.create(session, campaign({ name }));
  const { id: set } = await metaAdapter.create(session, adSet(top));
  const { id: ad } = await metaAdapter.create(session, {
    kind: 'ad',
    intent: intent(),
    name: 'Ad',
    adSet: set,
    creative: made,
  });
  if (running) {
    await metaAdapter.setRunning(session, 'ad', ad, 'active');
    await metaAdapter.setRunning(session, 'ad_set', set, 'active');
    await metaAdapter.setRunning(session, 'campaign', top, 'active');
  }
  return { campaign: top, set, ad };
}

const TERMS: CampaignTerms = {
  objective: 'conversions',
  destination: { type: 'website', value: 'https://shop.example/' },
  budget: { daily: null, billingLimit: 90_000 },
  schedule: { startDate: '2026-11-22', endDate: null },
  audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
  ad: { primaryText: 'Look', callToAction: 'shop_now', headline: null },
  optimizationEvent: 'purchase',
  settings: { pixel: PIXEL },
  tracking: {},
  identity: 'brand',
  creatives: [],
  creatorPay: {
    model: 'ad_spend',
    creatorShare: null,
    leadAmount: null,
    cap: null,
    revenueEvent: null,
    attribution: { source: 'platform', conversion: null },
  },
};

interface More {
  status?: 'live' | 'in_review' | 'paused';
  submission?: string | null;
  /** When it was created and set up; two hours ago by default. */
  at?: number;
  /** Meta and its main ad account by default. */
  platform?: string;
  adAccount?: string;
  timezone?: string;
}

export interface Here {
  campaign: string;
  set: string;
  ad: string;
}

/** The rows of a campaign that was set up two hours ago. */
export async function insertHere(
  accountId: string,
  connectionId: string,
  { campaign: top, set, ad }: There,
  more: More = {},
): Promise<Here> {
  const ctx = systemCtx();
  const ids = addHere(ctx, accountId, connectionId, { campaign: top, set, ad }, more);
  await ctx.write.commit();
  return ids;
}

/** The same, added to a batch. */
export function addHere(
  ctx: SystemCtx,
  accountId: string,
  connectionId: string,
  there: There,
  more: More = {},
): Here {
  const whole = wholeHere(accountId, connectionId, there, more);
  insertCampaign(ctx, whole);
  return { campaign: whole.row.id, set: whole.adSets[0]!.id, ad: whole.ads[0]!.id };
}

/** The same, stored nowhere. */
export function wholeHere(
  accountId: string,
  connectionId: string,
  { campaign: top, set, ad }: There,
  more: More = {},
): WholeCampaign {
  const { status = 'in_review', submission = null, at: now = clock.now() - 2 * 3_600_000 } = more;
  const { platform = 'meta', adAccount = MAIN, timezone = 'America/New_York' } = more;
  const id = newId('campaign', now);
  const ids = { campaign: id, set: newId('adSet', now), ad: newId('ad', now) };
  const times = { version: 1, createdAt: now, updatedAt: now };
  const shared = {
    accountId,
    platform,
    connectionId,
    position: 0,
    source: 'service' as const,
    ...times,
  };
  return {
    row: {
      id,
      accountId,
      name: 'Summer',
      status,
      connectionId,
      platform,
      currency: 'usd',
      timezone,
      terms: TERMS,
      wanted: 'live',
      hold: null,
      scheduledLaunchAt: null,
      launchedAt: now,
      publishedAt: now,
      pendingChange: null,
      partnerId: null,
      approvalStatus: null,
      approvalNote: null,
      approvalRequestedAt: null,
      approvalReviewedAt: null,
      moves: 0,
      ...times,
    },
    platforms: [
      {
        campaignId: id,
        platform,
        accountId,
        connectionId,
        adAccount,
        platformId: top,
        status,
        error: null,
        issues: [],
        setUpAt: now,
        stateReadAt: null,
        daysReadAt: null,
        spent: 0,
        createdAt: now,
        updatedAt: now,
      },
    ],
    adSets: [
      {
        ...shared,
        id: ids.set,
        campaignId: id,
        platformId: set,
        name: 'Set 1',
        status: 'active',
        share: 10_000,
        budget: { daily: 2500 },
        currency: 'usd',
        bidding: null,
        audience: null,
      },
    ],
    ads: [
      {
        ...shared,
        id: ids.ad,
        campaignId: id,
        adSetId: ids.set,
        platformId: ad,
        submissionId: submission,
        name: 'Ad',
        status: 'active',
        review: null,
      },
    ],
  };
}

/**
 * Copies the rows of all of a connection's campaigns for another connection: the same campaigns at the
 * platform.
 */
export async function repeatHere(from: string, to: string, n: number): Promise<void> {
  // No ID of the service ends like this, because its alphabet has no u.
  const end = `u${String(n).padStart(2, '0')}`;
  for (const table of ['campaigns', 'campaign_platforms', 'ad_sets', 'ads']) {
    const { results } = await testEnv.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
    const names = results.map(({ name }) => name);
    const values = names.map((name) => {
      if (name === 'connection_id') return `'${to}'`;
      return /^(id|campaign_id|ad_set_id)$/.test(name)
        ? `substr(${name}, 1, length(${name}) - 3) || '${end}'`
        : `"${name}"`;
    });
    const quoted = names.map((name) => `"${name}"`).join(', ');
    await testEnv.DB.prepare(
      `INSERT INTO ${table} (${quoted}) SELECT ${values.join(', ')} FROM ${table} WHERE connection_id = ?`,
    )
      .bind(from)
      .run();
  }
}

/** Another connection with the same consent and ad account, of the same brand or another. */
export async function twinOf(connection: string, holder: string, n: number): Promise<string> {
  const { openToken, sealToken } = await import('../../../src/domains/accounts/connections/tokens.ts');
  const ctx = systemCtx();
  const row = await testEnv.DB.prepare('SELECT * FROM connections WHERE id = ?')
    .bind(connection)
    .first<Record<string, string>>();
  const token = await openToken(ctx, { id: connection, holder: row!.holder! }, row!.token!);
  const id = newId('connection', clock.now());
  const twin = {
    ...row!,
    id,
    holder,
    platform_user: String(n),
    token: await sealToken(ctx, { id, holder }, token),
    // Without a refresh token, so that it never renews the other connection's token.
    refresh_token: null,
    token_expires_at: null,
  };
  const names = Object.keys(twin);
  await testEnv.DB.prepare(
    `INSERT INTO connections (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
    .bind(...Object.values(twin))
    .run();
  return id;
}
