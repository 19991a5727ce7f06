// Executions of a campaign's plans, each killed at another contact with the database or the platform.
import { expect, inject, vi } from 'vitest';
import { drivePlatformTasks } from '../../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import type { Env } from '../../../src/env.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { atEveryDeath, mortal } from '../faults/mortal.ts';
import { testEnv } from '../world.ts';
import type { CampaignPlace } from './campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from './campaigns.ts';
import { type Layout, planOn, res, thereOf } from './executed-plans.ts';
import { type Approved, type PlanDesk, planDesk } from './plan-desk.ts';

/** What the simulators call videos and creatives; where ads contain them, they are no objects of their own. */
const CONTENT: Partial<Record<CampaignPlace['name'], readonly string[]>> = {
  meta: ['video', 'creative'],
  snapchat: ['creative'],
};

export interface Killed {
  /** Whether the plans change the text as well, for which each ad is replaced. */
  replaces: boolean;
  /** How many contacts one stands for; all are played by default. */
  oneIn?: number;
}

interface Scene {
  env: Env;
  n: number;
  plan: Approved;
  before: number[];
}

export class KilledExecutions {
  readonly #place: CampaignPlace;
  readonly world: CampaignWorld;
  readonly #desk: PlanDesk;
  campaign = '';
  readonly #killed: Killed;
  /** At the platform, as a person who looks. */
  readonly #session: AdSession;
  #present = clock.now();
  #n = 0;

  private constructor(place: CampaignPlace, world: CampaignWorld, session: AdSession, killed: Killed) {
    this.#place = place;
    this.world = world;
    this.#desk = planDesk(world);
    this.#killed = killed;
    this.#session = session;
  }

  static async begin(place: CampaignPlace, killed: Killed): Promise<KilledExecutions> {
    const world = await campaignWorld(place.at);
    if (place.name === 'google' || place.name === 'snapchat')
      await world.meta.sim('settings', { tokenLives: 90 * 24 * HOUR_MS });
    return new KilledExecutions(place, world, await world.meta.session(), killed);
  }

  /** A campaign with two ad sets. */
  async #setUp(): Promise<void> {
    const { world } = this;
    const { shares } = this.#place.adapter.capabilities;
    const adSets = world.submissions.map((creative, n) => ({
      ...{ name: ['First', 'Last'][n], ads: [{ creative }] },
      ...(shares && { budgetShare: [60, 40][n] }),
    }));
    const more = { budget: { daily: 50_000, billingLimit: 90_000_000 }, adSets, launch: false };
    const body = world.body({ ...(await this.#place.body(world)), name: 'Killed', ...more });
    const made = await world.send('POST', '/v1/campaigns', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    this.campaign = made.body.data.id;
    for (let minute = 0; minute < 4; minute++) await this.#drive(minute);
    expect((await this.#desk.campaign(this.campaign)).status).toBe('paused');
  }

  async #counted(): Promise<number[]> {
    const kinds = [...Object.values(this.#place.kinds), ...(CONTENT[this.#place.name] ?? [])];
    return await Promise.all(
      kinds.map(async (kind) => (await this.world.meta.sim('nodes', { kind })).data.length as number),
    );
  }

  /** The time of the scene that goes on, so long after it began. */
  #at = (minutes = 0) => clock.hold(this.#present + minutes * MINUTE_MS);

  async #drive(minutes: number, env = this.world.meta.env): Promise<void> {
    this.#at(minutes);
    await drivePlatformTasks(systemCtx(env, clock.now()));
  }

  /** An approved plan: another name, budget and text, and a new ad set with a new ad in the place of the last one. */
  async scene(): Promise<Scene> {
    const n = ++this.#n;
    this.#present += 3 * HOUR_MS;
    this.#at();
    await this.world.meta.sim('clock', { advance: 3 * HOUR_MS });
    // An ad set has room for only so many ads that were replaced.
    if (n % 12 === 1) await this.#setUp();
    this.#at();
    const layout: Layout = await this.#desk.campaign(this.campaign);
    const { shares, creatives } = this.#place.adapter.capabilities;
    const source = { kind: 'submission', id: await mintApproved(this.world.brand.id) };
    const content = { submission: source, media: { kind: 'step', id: 'video' } };
    const isOwn = creatives === 'own';
    const steps = [
      {
        ...{ id: 'campaign', resourceKind: 'campaign', mutation: 'update' },
        input: {
          ...{ name: `Killed ${n}`, budget: { daily: 50_000 + n } },
          ...(this.#killed.replaces && { ad: { primaryText: `Look ${n}.` } }),
        },
      },
      { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source } },
      {
        ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create' },
        input: { name: `Set ${n}`, ...(shares && { budgetShare: 40 }) },
      },
      ...(isOwn
        ? [{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'], input: content }]
        : []),
      {
        ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set', isOwn ? 'creative' : 'video'] },
        input: {
          ...{ name: `Ad ${n}`, deliveryGroup: { kind: 'step', id: 'set' } },
          ...(isOwn ? { creative: { kind: 'step', id: 'creative' } } : content),
        },
      },
      { id: 'gone', resourceKind: 'delivery_group', mutation: 'archive', ...res(layout.adSets.at(-1)!) },
    ];
    const variant =
      this.#place.name === 'google'
        ? 'demand_gen'
        : Object.keys(this.#place.adapter.capabilities.variants)[0]!;
    const plan = await this.#desk.approve(planOn(this.#place, layout, steps, variant));
    return { env: this.world.meta.env, n, plan, before: await this.#counted() };
  }

  async live({ plan }: Scene, env: Env, callers = 1): Promise<void> {
    const desk = planDesk({ ...this.world, meta: { ...this.world.meta, env } });
    await Promise.all(Array.from({ length: callers }, () => desk.begin(plan)));
    for (const minute of [0, 1]) await this.#drive(minute, env);
  }

  /** What was made since, once all is over; the campaign is as its platform has it. */
  async ended({ n, plan, before }: Scene): Promise<number[]> {
    const [desk, id] = [this.#desk, this.campaign];
    this.#at(1);
    expect((await desk.begin(plan)).status).toBe(202);
    const open = async () =>
      (await testEnv.DB.prepare("SELECT 1 FROM platform_tasks WHERE subject = ? AND status = 'open'")
        .bind(id)
        .first()) !== null;
    for (let minute = 2; (await open()) && minute < 60; minute++) await this.#drive(minute);
    const operation = await desk.operation(plan.id);
    expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
    const now = await desk.campaign(id);
    expect(now).toMatchObject({ name: `Killed ${n}`, budget: { daily: 50_000 + n }, pendingChange: null });
    const names = (now as { adSets: { name: string }[] }).adSets.map(({ name }) => name);
    expect(names).toEqual(['First', `Set ${n}`]);
    const there = [...(await thereOf(this.world, this.#place, id, this.#session)).values()];
    const sets = there.filter((one) => one.kind === 'ad_set' && names.includes(one.name));
    expect(sets).toHaveLength(2);
    const daily = there.reduce((all, { kind, name, budget }) => {
      const counts = kind === 'campaign' || names.includes(name);
      return all + (counts && budget && 'daily' in budget ? budget.daily : 0);
    }, 0);
    expect(daily).toBe(50_000 + n);
    expect(there.find(({ kind }) => kind === 'campaign')!.name).toBe(now.name);
    const after = await this.#counted();
    return after.map((count, at) => count - before[at]!);
  }

  /** An execution that nobody kills. @returns what it makes. */
  async #calm(): Promise<number[]> {
    const calm = await this.scene();
    await this.live(calm, calm.env);
    const made = await this.ended(calm);
    const [campaigns, sets, ads] = made;
    expect([campaigns, sets, ads]).toEqual([0, 1, this.#killed.replaces ? 2 : 1]);
    return made;
  }

  /** @returns the names of the contacts, at which executions were killed. */
  async atEachContact(): Promise<string[]> {
    const whole = await this.#calm();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const contacts = await atEveryDeath(
      {
        scene: () => this.scene(),
        live: (scene, env) => this.live(scene, env),
        afterwards: async (scene) => expect(await this.ended(scene)).toEqual(whole),
      },
      this.#killed.oneIn,
    );
    logged.mockRestore();
    return contacts;
  }

  /** Kills one execution that so many begin at once, at a contact that the seed says. */
  async amongCallers(callers: number): Promise<void> {
    const whole = await this.#calm();
    const scene = await this.scene();
    const process = mortal(scene.env, 1 + (inject('seed') % (callers + 10)), 'after');
    await Promise.race([this.live(scene, process.env, callers), process.death]);
    expect(process.dead).toBe(true);
    expect(await this.ended(scene)).toEqual(whole);
  }
}
