// The counts of a day for 10,000 posts of 500 creators, half on each platform: how many runs they take, a minute apart, each of
// which sends so many requests and queries at most. The platforms are the simulators.
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';
import { nextCount } from '../../src/domains/content/mirrors/next-count.ts';
import { newId } from '../../src/kit/ids.ts';
import { seal } from '../../src/kit/sealed.ts';
import { DAY_MS, day, HOUR_MS, MINUTE_MS, startOfDay } from '../../src/kit/time.ts';
import { type Row, withInstances } from './cases.ts';
import { type Bundles, type Instance, startOurs } from './instances.ts';
import { send } from './load.ts';
import { type Scene, setScene } from './scene.ts';

const [CREATORS, POSTS_EACH, MOST_RUNS] = [500, 20, 180];
const [KEY_ID, KEY] = ['local', 'k'.repeat(43)];
const APPS = { instagram: '900800700600500', tiktok: 'awbench900800700' } as const;
type Platform = keyof typeof APPS;
const FOLDERS = { instagram: 'instagram', tiktok: 'tiktok-display' } as const;
const PLATFORMS: readonly Platform[] = ['instagram', 'tiktok'];

interface Account {
  platform: Platform;
  user: string;
  token: string;
  posts: { id: string; publishedAt: number }[];
}

export async function mirrors(bundles: Bundles): Promise<Row> {
  const { url, stop } = await startPlatforms();
  try {
    return await withInstances([() => startOurs(bundles, settings(url))], async (ours) => {
      const scene = await setScene(ours!.mf);
      const midnight = startOfDay(Date.now()) + DAY_MS;
      const accounts = Array.from({ length: CREATORS }, (_, n) => accountOf(n, midnight));
      await fillPlatforms(url, accounts, midnight);
      await fillMirrors(scene, accounts, midnight);
      const runs = await runsOf(ours!, scene, url, midnight);
      return {
        what: '10,000 posts of 500 creators have their counts of the day (bare: the runs of 3 hours)',
        unit: 'runs, a minute apart',
        ours: runs,
        bare: MOST_RUNS,
        ratio: runs / MOST_RUNS,
        target: { most: 1 },
      };
    });
  } finally {
    await stop();
  }
}

const settings = (url: string) => ({
  SEALING_KEYS: `${KEY_ID}:${KEY}`,
  INSTAGRAM_API_URL: `${url}/instagram`,
  INSTAGRAM_APP_ID: APPS.instagram,
  INSTAGRAM_APP_SECRET: `sim_secret_${APPS.instagram}`,
  TIKTOK_OPEN_API_URL: `${url}/tiktok-display`,
  TIKTOK_CLIENT_KEY: APPS.tiktok,
  TIKTOK_CLIENT_SECRET: `sim_secret_${APPS.tiktok}`,
});

async function startPlatforms(): Promise<{ url: string; stop(): Promise<void> }> {
  const built = await build({
    entryPoints: [new URL('../../simulators/index.ts', import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:workers'],
  });
  const options = {
    host: '127.0.0.1',
    port: 0,
    modules: true,
    script: built.outputFiles[0]!.text,
    compatibilityDate: '2026-08-01',
    durableObjects: {
      INSTAGRAM: { className: 'InstagramSimulator', useSQLite: true },
      TIKTOK_DISPLAY: { className: 'TiktokDisplaySimulator', useSQLite: true },
    },
  } as V4MiniflareOptions;
  const simulators = new Miniflare(convertV4MiniflareOptions(options));
  const url = (await simulators.ready).href.replace(/\/$/, '');
  return { url, stop: async () => await simulators.dispose() };
}

/** Published between three and eighty days ago. */
function accountOf(n: number, midnight: number): Account {
  const platform = PLATFORMS[n % 2]!;
  const user = platform === 'instagram' ? String(17_841_500_000_000_000 + n) : `-bench${n}`;
  const token =
    platform === 'instagram' ? `IGSIM${APPS.instagram}xbench${n}` : `act.sim${APPS.tiktok}.bench${n}`;
  const posts = Array.from({ length: POSTS_EACH }, (_, place) => ({
    id: String(7_000_000_000_000_000_000n + BigInt(n * POSTS_EACH + place)),
    publishedAt: midnight - (3 + 3.8 * place) * DAY_MS - n * 37_000,
  }));
  return { platform, user, token, posts };
}

async function tell(url: string, platform: Platform, command: string, body: object): Promise<unknown> {
  const path = `${url}/_sim/${FOLDERS[platform]}/${APPS[platform]}/${command}`;
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${command} answered ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

async function fillPlatforms(url: string, accounts: readonly Account[], midnight: number): Promise<void> {
  const expires = midnight + 50 * DAY_MS;
  for (const platform of PLATFORMS) {
    const all = accounts.filter((one) => one.platform === platform);
    const add = async (kind: string, parent: string, nodes: object[]) =>
      await tell(url, platform, 'add', { kind, parent, nodes });
    await add(
      'user',
      '',
      all.map(({ user }) => ({ id: user, user_id: user, username: user, account_type: 'BUSINESS' })),
    );
    const scopes =
      platform === 'instagram'
        ? ['instagram_business_basic', 'instagram_business_manage_insights']
        : ['user.info.basic', 'video.list'];
    await add(
      'token',
      '',
      all.map(({ token, user }) => ({ id: token, app: APPS[platform], user, scopes, long: true, expires })),
    );
    for (const { user, posts } of all)
      await add(
        platform === 'instagram' ? 'media' : 'video',
        user,
        posts.map(({ id, publishedAt }) => ({
          ...{ id, shortcode: `C${id}`, media_type: 'VIDEO', media_product_type: 'REELS', caption: 'Steps' },
          ...{
            permalink: `https://www.instagram.com/reel/C${id}/`,
            title: 'Steps',
            video_description: 'Steps',
          },
          ...{ duration: 21, _published: publishedAt, _reach: 5_000 },
        })),
      );
    await tell(url, platform, 'clock', { advance: Math.round(midnight - Date.now()) });
  }
}

/** As after the day before: everything was read, lists are due within the hour, counts within two. */
async function fillMirrors({ main }: Scene, accounts: readonly Account[], midnight: number): Promise<void> {
  const yesterday = midnight - DAY_MS / 2;
  for (const [n, { platform, user, token, posts }] of accounts.entries()) {
    const [id, creator] = [newId('connection', yesterday), newId('creator', yesterday)];
    const sealed = await seal(new Map([[KEY_ID, KEY]]), token, [creator, id]);
    const listAt = midnight + (n % 60) * MINUTE_MS;
    const rows = posts.map(({ id: post, publishedAt }) => [
      newId('mirroredPost', publishedAt),
      post,
      publishedAt,
      nextCount(publishedAt, yesterday),
    ]);
    const due = Math.min(listAt, ...rows.map(([, , , countAt]) => Number(countAt)));
    await main.batch([
      main
        .prepare(
          `INSERT INTO connections (id, holder, provider, status, platform_user, handle, selection, currency, token,
            token_expires_at, version, created_at, updated_at)
           VALUES (?1, ?2, ?3, 'active', ?4, ?4, '{}', 'usd', ?5, ?6, 1, ?7, ?7)`,
        )
        .bind(id, creator, platform, user, sealed, midnight + 50 * DAY_MS, yesterday),
      main
        .prepare(
          `INSERT INTO mirrors (connection_id, creator_id, platform, due_at, list_at, listed_to) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
        )
        .bind(id, creator, platform, due, listAt, posts[0]!.publishedAt),
      main
        .prepare(
          `INSERT INTO mirrored_posts (connection_id, id, platform_id, published_at, count_at, counted_at, views)
           SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?3, 1 FROM json_each(?2)`,
        )
        .bind(id, JSON.stringify(rows), yesterday),
    ]);
  }
}

async function runsOf(ours: Instance, { main }: Scene, url: string, midnight: number): Promise<number> {
  const requests = async () => {
    const counts = await Promise.all(PLATFORMS.map((platform) => tell(url, platform, 'counts', {})));
    return counts.flatMap((one) => Object.values(one as object)).reduce((sum, one) => sum + one, 0);
  };
  let most = 0;
  let before = await requests();
  for (let run = 1; run <= MOST_RUNS; run++) {
    const at = midnight + (run - 1) * MINUTE_MS;
    await send(ours, 1, 1, 204, () => ({
      method: 'POST',
      path: '/__queue/lane-posts',
      body: JSON.stringify([{ cron: '* * * * *', at }]),
    }));
    const asked = await requests();
    most = Math.max(most, asked - before);
    before = asked;
    const { posts } = (await main
      .prepare('SELECT count(*) AS posts FROM post_days WHERE day = ?')
      .bind(day(midnight + HOUR_MS))
      .first<{ posts: number }>())!;
    if (posts === CREATORS * POSTS_EACH) {
      process.stderr.write(`(${run} runs, at most ${most} requests in one) `);
      return run;
    }
    for (const platform of PLATFORMS) await tell(url, platform, 'clock', { advance: MINUTE_MS });
  }
  throw new Error('the counts of the day are not read after three hours');
}
