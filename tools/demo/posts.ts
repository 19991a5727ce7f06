// A creator's accounts at the simulated social platforms, each with a post of work that its brand pays by views. Each step checks
// first or repeats its Idempotency-Key, so that it can run again (steps.ts).
import * as clock from '../../src/kit/clock.ts';
import { SECOND_MS } from '../../src/kit/time.ts';
import { allow } from './ad-platforms.ts';
import { type ApiRecord, callApi, uploadMedia } from './api.ts';
import { runCron } from './crons.ts';
import type { Demo, Posts } from './demo-file.ts';
import { fetchLocal } from './fetch-local.ts';
import { addPermissions } from './permissions.ts';
import { SOCIAL_APPS } from './social.ts';
import type { Steps } from './steps.ts';

const PATIENCE_MS = 60 * SECOND_MS;
const PAUSE_MS = 300;

const PLATFORMS = {
  instagram: { folder: 'instagram', user: '17841400000000001', reach: 24_000 },
  tiktok: { folder: 'tiktok-display', user: '-000ada0000000000000000000000000000', reach: 180_000 },
} as const;
type Platform = keyof typeof PLATFORMS;

export async function addPosts(
  { baseUrl, keys, accounts }: Demo,
  simulatorsUrl: string,
  steps: Steps,
): Promise<Posts> {
  const { once } = steps;
  const brand = { key: keys.brand };
  const post = (step: string, path: string, body: object, as?: string) =>
    once(step, async (key) => {
      const caller = as === undefined ? brand : { ...brand, as };
      return (await callApi(baseUrl + path, 'POST', caller, body, key)).id;
    });
  const program = await post('posts-program', '/v1/programs', {
    name: 'Morning routines',
    type: 'organic',
    status: 'live',
    visibility: 'invite',
    platforms: ['instagram', 'tiktok'],
    brief: { summary: 'Show your first coffee of the day.', say: ['Write #ad into the caption.'] },
    pay: { rules: [{ type: 'per_thousand_views', amount: 250 }], approval: 'manual', viewDays: 3 },
  });
  const creator = await post('posts-creator', '/v1/creators', {
    email: `ada.${accounts.brand.slice(-6)}@creators.example`,
    name: 'Ada Sim',
  });
  await post('posts-invitation', '/v1/applications', { program, creator });
  const ada = { ...brand, as: creator };

  const addOne = async (platform: Platform) => {
    const { folder, user, reach } = PLATFORMS[platform];
    const find = async () =>
      (await callApi<Connection[]>(`${baseUrl}/v1/connections`, 'GET', ada)).find(
        ({ provider }) => provider === platform,
      )?.id;
    const connection = await once(`posts-${platform}-connection`, async () => {
      if (!(await find())) await allow(baseUrl, ada, { provider: platform }, { user });
      const found = await find();
      if (found === undefined) throw new Error(`${platform} was not connected`);
      return found;
    });
    const file = await once(`posts-${platform}-video`, () =>
      uploadMedia(baseUrl, ada, 'submission', 'clip.mp4'),
    );
    const work = { program, platform, caption: 'First coffee of the day', file };
    const submission = await post(`posts-${platform}-submission`, '/v1/submissions', work, creator);
    const at = `${baseUrl}/v1/submissions/${submission}`;
    const { status, postCode } = await callApi<Submission>(at, 'GET', brand);
    if (status === 'review') await callApi(at, 'PATCH', brand, { status: 'approved' });
    await once(`posts-${platform}-published`, async () => {
      // The creator publishes it with the code in its caption.
      const url = `${simulatorsUrl}/_sim/${folder}/${SOCIAL_APPS[platform]}/posts`;
      const caption = `First coffee of the day ${postCode} #ad`;
      const body = JSON.stringify({ user, caption, at: clock.now(), _reach: reach });
      const response = await fetchLocal(url, { method: 'POST', body });
      if (!response.ok) throw new Error(`publishing answered ${response.status} ${await response.text()}`);
      return true;
    });
    await callApi(`${baseUrl}/v1/connections/${connection}/syncs`, 'POST', ada).catch(() => undefined);
    return { platform, connection, submission };
  };
  const all = [await addOne('instagram'), await addOne('tiktok')];

  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    await runCron(baseUrl, '* * * * *', clock.now());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const found = await callApi<Tracked[]>(`${baseUrl}/v1/posts?program=${program}`, 'GET', brand);
    if (found.length === all.length) {
      const by = (field: 'connection' | 'submission') =>
        Object.fromEntries(all.map((one) => [one.platform, one[field]])) as Record<Platform, string>;
      const ids = Object.fromEntries(found.map(({ platform, id }) => [platform, id]));
      const posts = ids as Record<Platform, string>;
      const submissions = by('submission');
      const permissions = await addPermissions(
        { baseUrl, simulatorsUrl, brand, creator: ada },
        submissions,
        steps,
      );
      return { program, creator, connections: by('connection'), submissions, posts, permissions };
    }
    if (Date.now() > end) throw new Error(`the posts were not found within ${PATIENCE_MS / SECOND_MS} s`);
  }
}

type Connection = ApiRecord & { provider: string };
type Submission = ApiRecord & { postCode: string };
type Tracked = ApiRecord & { platform: Platform };
