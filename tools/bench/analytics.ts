// The case about the results of ads.
import { newId } from '../../src/kit/ids.ts';
import { DAY_MS, day, startOfDay } from '../../src/kit/time.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave } from './load.ts';
import { type Scene, setScene } from './scene.ts';

const DAYS = 90;
const ADS = 100;
const ROWS = 1_000_000;

type Database = Scene['main'];

/** 100 ads of ten campaigns on each of the days. */
const FILL = `INSERT INTO ad_days (connection_id, ad, ad_set, campaign, day, account_id, platform, ad_account, ad_id,
    campaign_id, currency, spend, impressions, clicks, conversions, revenue, read_at)
  SELECT 'conn_' || ?1, ad.value, ad.value / 2, ad.value / 10, day.value, ?1, 'meta', 'act_1',
    'ad_01k2d9q3v7h5m8r4t6w0x1y' || (100 + ad.value), 'camp_01k2d9q3v7h5m8r4t6w0x1y' || (100 + ad.value / 10), 'usd',
    1250, 4821, 91, '{"purchase":3}', 15190, ?4
  FROM json_each(?2) ad, json_each(?3) day`;

async function fill(db: Database, account: string, days: readonly string[]): Promise<void> {
  const ads = JSON.stringify(Array.from({ length: ADS }, (_, n) => n));
  await db.prepare(FILL).bind(account, ads, JSON.stringify(days), Date.now()).run();
}

/** 9,000 rows in an answer, of 1,000,000 in the table, beside a bare Worker with one statement over the same table. */
export async function analytics(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [() => startOurs(bundles), () => startBare('ad-days.js', { d1Databases: { DB: 'bench' } })],
    async (ours, bare) => {
      const scene = await setScene(ours!.mf);
      const db = await bare!.mf.getD1Database('DB', 'bare');
      const { results } = await scene.main
        .prepare(
          "SELECT sql FROM sqlite_master WHERE tbl_name = 'ad_days' AND sql IS NOT NULL ORDER BY type DESC",
        )
        .all<{ sql: string }>();
      await db.batch(results.map(({ sql }) => db.prepare(sql)));
      const last = startOfDay(Date.now()) - DAY_MS;
      const days = Array.from({ length: DAYS }, (_, n) => day(last - n * DAY_MS));
      for (let rows = 0; rows < ROWS; rows += ADS * DAYS) {
        const account = rows === 0 ? scene.account : newId('account', Date.now());
        for (const to of [scene.main, db]) await fill(to, account, days);
      }
      const range = `from=${days.at(-1)}&to=${days[0]}`;
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () =>
          cpuPerRequest(ours!, 20, 2, 200, () => ({
            method: 'GET',
            path: `/v1/analytics?${range}&group=campaign,ad`,
            headers: { authorization: `Bearer ${scene.key}` },
          })),
        () =>
          cpuPerRequest(bare!, 20, 2, 200, () => ({
            method: 'GET',
            path: `/?account=${scene.account}&${range}`,
          })),
      );
      return {
        what: 'Results of 90 days by campaign and ad: 9,000 rows of 1,000,000',
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 1.5 },
      };
    },
  );
}
