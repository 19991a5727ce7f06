// Ad accounts whose days were read, and the days themselves, without asking a platform.
import { connectionById } from '../../../src/domains/accounts/connections/interface.ts';
import { saveDays } from '../../../src/domains/ads/ad-sync/days-store.ts';
import type { AdDay } from '../../../src/integrations/ads/steps.ts';
import { systemCtx, testEnv } from '../world.ts';

/** When they were read, in milliseconds. */
export const NOW = Date.parse('2026-03-10T12:00:00Z');

let connections = 0;

/** A connection to an ad account that was read up to NOW, unless `readAt` says otherwise. */
export async function connect(
  holder: string,
  adAccount: string,
  { currency = 'usd', readAt = NOW, timezone = 'America/New_York', provider = 'meta' } = {},
): Promise<string> {
  const id = `conn_${String(++connections).padStart(26, 'a')}`;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO connections (id, holder, provider, status, platform_user, selection, currency, timezone, version,
        created_at, updated_at) VALUES (?1, ?2, ?3, 'active', ?1, ?4, ?5, ?6, 1, 1, 1)`,
    ).bind(id, holder, provider, JSON.stringify({ adAccountId: adAccount }), currency, timezone),
    testEnv.DB.prepare(
      `INSERT INTO ad_syncs (connection_id, platform, ad_account, due_at, lease_until, failures, days_read_at, first_day)
        VALUES (?1, ?2, ?3, 1, 0, 0, ?4, '2026-02-01')`,
    ).bind(id, provider, adAccount, readAt),
  ]);
  return id;
}

export const dayOf = (ad: string, day: string, spend: number, more: Partial<AdDay> = {}): AdDay => ({
  ad,
  adSet: `s${ad}`,
  campaign: `c${ad}`,
  day,
  spend,
  impressions: spend * 3,
  clicks: 2,
  plays: 0,
  conversions: { purchase: 1, install: 2 },
  revenue: spend * 4,
  ...more,
});

export async function report(connection: string, days: AdDay[], now = NOW): Promise<void> {
  await saveDays(systemCtx(now), (await connectionById(systemCtx(now), connection))!, days);
}

/** 10,001 ads of one campaign with a day each, the first five days of March 2026. */
export async function reportMany(account: string, connection: string): Promise<void> {
  await testEnv.DB.prepare(
    `INSERT INTO ad_days (connection_id, ad, ad_set, campaign, day, account_id, platform, ad_account, ad_id, campaign_id,
      currency, spend, impressions, clicks, conversions, revenue, read_at)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    SELECT ?1, i, 's', 'c', date('2026-03-01', '+' || (i % 5) || ' days'), ?2, 'meta', 'act_many', 'ad_' || substr('00000000000000000000000000' || i, -26),
      'camp_00000000000000000000000000', 'usd', 1, 1, 1, '{}', 1, 1 FROM n`,
  )
    .bind(connection, account)
    .run();
}
