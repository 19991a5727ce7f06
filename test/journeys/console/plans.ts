// Plans of ads: an agency plans for its client, which approves on a phone; a brand's own program does it all by the API; and a
// permission that ends meanwhile asks the brand again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import { type AdPlatformName, connectAds } from '../../../tools/demo/ad-platforms.ts';
import { callApi } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import { NO_AD, newVideoPlan, type PlannedPlatform, planOf, planStep } from '../../../tools/demo/plans.ts';
import * as clock from '../../harness/clock.ts';
import { type ConsoleWorld, sessionCookie, type Visitor, visitor } from '../support/console.ts';

const PATIENCE_MS = 60_000;
const ON: readonly PlannedPlatform[] = ['meta', 'tiktok'];

interface Operation {
  id: string;
  state: string;
  endedAt: string | null;
  repair: unknown;
}
interface Plan {
  id: string;
  revision: number;
  semanticHash: string;
  approvalState: string;
  changedRecord: string | null;
}

export function planPages(world: () => ConsoleWorld): void {
  describe('plans', () => {
    const campaigns = {} as Record<PlannedPlatform, { id: string; adSet: string }>;
    let phone: Visitor;
    const key = () => world().service.demo.keys;
    const asked = <T>(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      body?: object,
      by: 'client' | 'partner' = 'client',
    ) => callApi<T>(world().service.baseUrl + path, method, { key: key()[by] }, body);
    const place = () => `/app/${world().service.demo.accounts.client}`;

    beforeAll(async () => {
      const { service, clientSession, videos } = world();
      const { baseUrl, demo } = service;
      const brand = { key: demo.keys.client };
      await Promise.all(
        ON.map(async (name) => {
          const { id: connection, settings } = await connectAds(baseUrl, brand, name);
          const body = campaignBody({ name, connection, settings, video: videos[0] });
          const { id } = await callApi(`${baseUrl}/v1/campaigns`, 'POST', brand, body);
          campaigns[name] = { id, adSet: '' };
        }),
      );
      for (const name of ON) {
        const one = campaigns[name];
        const made = await until<{ status: string; adSets: { id: string }[] }>(
          () => asked('GET', `/v1/campaigns/${one.id}`),
          ({ status }) => status === 'paused',
        );
        one.adSet = made.adSets[0]!.id;
      }
      phone = await visitor(world(), 'nobody', { phone: true });
      await phone.context.addCookies([sessionCookie(baseUrl, clientSession)]);
    }, 120_000);
    afterAll(async () => await phone?.close());

    /** Lets minutes pass until something holds. */
    async function until<T>(read: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
      const begin = clock.now();
      for (let passes = 1; ; passes++) {
        const found = await read();
        if (holds(found)) return found;
        if (clock.now() > begin + PATIENCE_MS) throw new Error(`not reached: ${JSON.stringify(found)}`);
        await runCron(world().service.baseUrl, '* * * * *', begin + passes * MINUTE_MS);
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    }
    const ended = (plan: string) =>
      until<Operation[]>(
        async () => (await asked<{ items: Operation[] }>('GET', `/ads/operations?planId=${plan}`)).items,
        (all) => all.length > 0 && all.every(({ endedAt }) => endedAt !== null),
      );

    /** What the agency plans on a platform. */
    const plans = (name: PlannedPlatform): Promise<Plan> => {
      const { id: campaign, adSet } = campaigns[name];
      const body = newVideoPlan(name, {
        campaign,
        adSet,
        video: world().videos[1]!,
        daily: 7_500,
        ad: 'Dawn',
      });
      const client = world().service.demo.accounts.client;
      return asked<Plan>('POST', `/ads/plans?client=${client}`, body, 'partner');
    };

    it('are approved on the phone by the client of the agency that made them, and the repair ends what failed', async () => {
      const { page, visit, check } = phone;
      const goTo = (plan: Plan) => page.goto(`${place()}/plans/${plan.id}`);
      const [onMeta, onTiktok] = [await plans('meta'), await plans('tiktok')];
      await visit(`${place()}/plans`);
      await page.getByText('Needs attention').waitFor();
      for (const plan of [onMeta, onTiktok]) {
        await goTo(plan);
        await page.getByText('$40.00').first().waitFor();
        expect(await page.getByRole('main').textContent()).toMatch(/Daily budget:.*\$40\.00.*\$75\.00/s);
        await page.getByRole('button', { name: 'Approve plan' }).click();
        await page.getByText('Ready to execute').waitFor();
      }
      await check();
      await world().simTiktok('faults', NO_AD);
      for (const plan of [onMeta, onTiktok]) {
        await goTo(plan);
        await page.getByRole('button', { name: 'Execute plan' }).click();
        await page.getByRole('heading', { name: 'Progress' }).waitFor();
        const operations = await ended(plan.id);
        // The page follows by itself.
        await page.locator('#progress:not([data-goes-on])').waitFor();
        expect(operations[0]!.state).toBe(plan === onMeta ? 'succeeded' : 'partially_succeeded');
      }
      await check('moves');
      await page.getByRole('button', { name: 'Create repair plan' }).click();
      await page.getByText('What an earlier plan did not finish').waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('Daily budget');
      await page.getByRole('button', { name: 'Approve plan' }).click();
      await page.getByRole('button', { name: 'Execute plan' }).click();
      await page.getByRole('heading', { name: 'Progress' }).waitFor();
      const repair = new URL(page.url()).pathname.split('/').at(-1)!;
      expect((await ended(repair)).map(({ state }) => state)).toEqual(['succeeded']);
      const { budget, creatives } = await asked<{ budget: { daily: number }; creatives: string[] }>(
        'GET',
        `/v1/campaigns/${campaigns.tiktok.id}`,
      );
      expect([budget.daily, creatives.includes(world().videos[1]!)]).toEqual([7_500, true]);
      await visit(`${place()}/campaigns/${campaigns.tiktok.id}`);
      await page.getByRole('link', { name: 'Plan carried out on TikTok' }).first().waitFor();
    });

    it('of 100 steps are judged on the phone: each change in words, and the answer in reach', async () => {
      const { page, visit, check } = phone;
      const { id } = await asked<Plan>('POST', '/ads/plans', longPlan(campaigns.meta, world().videos[0]!));
      await visit(`${place()}/plans/${id}`);
      // Nothing gets wider once all of it is unfolded.
      await page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))");
      await check('moves');
      const changes = (await page.locator('.change').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' '),
      );
      expect(changes).toHaveLength(99);
      expect(changes[0]).toMatch(/^Change campaign Meta Daily budget: .*\$75\.00 → .*\$1,000\.00/);
      expect(changes).toContainEqual(
        expect.stringMatching(/^Change ad set “.*” Meta Budget share: .*100% → .*4%$/),
      );
      expect(changes).toContainEqual(expect.stringMatching(/^New ad set “Set 48” Meta Budget share: 2%$/));
      await page.getByRole('button', { name: 'Approve plan' }).click();
      await page.getByText('Ready to execute').waitFor();
    });

    it('are made, approved and executed by a program of the brand', async () => {
      const steps = [planStep('meta', 'name', 'campaign update', { name: 'Renamed by a program' })];
      const target = { kind: 'paid_campaign', id: campaigns.meta.id };
      const { id, revision, semanticHash } = await asked<Plan>(
        'POST',
        '/ads/plans',
        planOf('meta', steps, target),
      );
      const read = { revision, semanticHash };
      await asked('PUT', `/ads/plans/${id}/approval`, read);
      await asked('POST', `/ads/plans/${id}/executions`, read);
      expect((await ended(id)).map(({ state }) => state)).toEqual(['succeeded']);
      const { name } = await asked<{ name: string }>('GET', `/v1/campaigns/${campaigns.meta.id}`);
      expect(name).toBe('Renamed by a program');
    });

    it('wait for the brand again, and say why, once a creator revokes a permission', async () => {
      const { page, visit } = phone;
      const [, submission] = world().videos;
      const by = { key: key().client };
      const { baseUrl } = world().service;
      const asking = { submission: submission!, platform: 'tiktok' };
      const code = { auth_code: '#morning-routine=', item_id: '7300000000000000009', days: 60 };
      await world().simTiktok('posts', { handle: 'jon.tran', ...code });
      const { id } = await callApi(`${baseUrl}/v1/ad-authorizations`, 'POST', by, asking);
      const creator = { key: key().partner, as: world().service.demo.creators.managed };
      const answers = (answer: object) =>
        callApi(`${baseUrl}/v1/ad-authorizations/${id}`, 'PATCH', creator, answer);
      await answers({ status: 'granted', sparkCode: '#morning-routine=' });
      const steps = [
        planStep('tiktok', 'video', 'media upload', { source: { kind: 'submission', id: submission } }),
      ];
      const body = planOf('tiktok', steps, { kind: 'creator_ad_grant', id }, 'upload_media');
      const plan = await asked<Plan>('POST', '/ads/plans', body);
      const { revision, semanticHash } = plan;
      await asked('PUT', `/ads/plans/${plan.id}/approval`, { revision, semanticHash });
      await answers({ status: 'revoked' });
      await expect(
        asked('POST', `/ads/plans/${plan.id}/executions`, { revision, semanticHash }),
      ).rejects.toThrow('version_conflict');
      expect(await asked<Plan>('GET', `/ads/plans/${plan.id}`)).toMatchObject({
        ...{ approvalState: 'pending_approval', revision: 2, changedRecord: id },
      });
      await visit(`${place()}/plans/${plan.id}`);
      await page.getByText('A creator’s permission has changed since this was planned').waitFor();
      await page.getByRole('button', { name: 'Approve plan' }).waitFor();
    });
  });
}

/** 48 ad sets with an ad each, and one ad more beside those that are there. */
function longPlan({ id, adSet }: { id: string; adSet: string }, video: string): object {
  const resource = { kind: 'resource', id: adSet.replace('adset_', 'res_') };
  const creative = { kind: 'step', id: 'creative' };
  const ad = (n: number, deliveryGroup: object) =>
    planStep('meta', `ad ${n}`, 'ad create', { name: `Ad ${n}`, deliveryGroup, creative });
  const added = Array.from({ length: 48 }, (_, n) => n + 1);
  const steps = [
    planStep('meta', 'budget', 'campaign update', { budget: { daily: 100_000, billingLimit: 9_000_000 } }),
    {
      ...planStep('meta', 'share', 'delivery_group update', { budgetShare: 4 }),
      localResourceId: resource.id,
    },
    planStep('meta', 'creative', 'creative create', { submission: { kind: 'submission', id: video } }),
    ad(0, resource),
    ...added.flatMap((n) => [
      planStep('meta', `set ${n}`, 'delivery_group create', { name: `Set ${n}`, budgetShare: 2 }),
      ad(n, { kind: 'step', id: `set ${n}` }),
    ]),
  ];
  return planOf('meta', steps, { kind: 'paid_campaign', id });
}

const campaignBody = ({
  name,
  connection,
  settings,
  video,
}: {
  name: AdPlatformName;
  connection: string;
  settings: Record<string, unknown>;
  video: string | undefined;
}) => ({
  name: `Ready overnight on ${name}`,
  ...{ connection, settings, creatives: [video], launch: false, optimizationEvent: 'purchase' },
  destination: { type: 'website', value: 'https://shop.example/' },
  budget: { daily: 4_000, billingLimit: 100_000 },
  schedule: { startDate: new Date(clock.now() + 2 * DAY_MS).toISOString().slice(0, 10) },
  audience: { countries: ['US'] },
  ad: { primaryText: 'See it.', headline: 'Now', callToAction: 'shop_now' },
});
