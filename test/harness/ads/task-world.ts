// Tasks of one brand at the platform's simulator: each scene has one, named after the scene.
import { expect } from 'vitest';
import { cancelTasks } from '../../../src/domains/ads/platform-tasks/cancel-tasks.ts';
import { drivePlatformTasks } from '../../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import type { PlannedStep, TaskOwner, TaskOwnerName } from '../../../src/domains/ads/platform-tasks/step.ts';
import type { Env } from '../../../src/env.ts';
import { HOUR_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { call, type Minted, mintAccount, testEnv } from '../world.ts';
import { connectAds, RETURN } from './ad-connections.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE } from './meta.ts';
import { ctxOf, type Heard, nothingHeard, owner, plan } from './platform-tasks.ts';

const KINDS = ['campaign', 'adset', 'video', 'creative', 'ad'] as const;

export interface Scene {
  env: Env;
  name: string;
  heard: Heard;
  task: string;
  by: TaskOwner;
  /** Drives what is due so long after the scene began. */
  drive(after?: number, env?: Env): Promise<void>;
  at: number;
}

export class TaskWorld {
  readonly meta: MetaWorld;
  brand!: Minted;
  /** Where scenes plan their tasks. */
  connection!: string;
  #scenes = 0;
  /** When the newest scene began. Each is hours later than the one before, so that earlier waits are over. */
  now = clock.now();

  constructor(meta: MetaWorld) {
    this.meta = meta;
  }

  /** A connection of a separate person, so that no other test touches what is left. */
  async connect(): Promise<string> {
    const { env } = this.meta;
    this.brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
    const id = await connectAds(this.meta, this.brand);
    const body = { selection: { adAccountId: MAIN, pageId: PAGE } };
    const { status } = await call('PATCH', `/v1/connections/${id}`, { env, key: this.brand.key, body });
    expect(status).toBe(200);
    return id;
  }

  async scene(
    more: { steps?: PlannedStep[]; subject?: string; owner?: TaskOwnerName } = {},
    changes: Record<string, object> = {},
    after = 2 * HOUR_MS,
  ): Promise<Scene> {
    const { env } = this.meta;
    const name = `Scene ${++this.#scenes}`;
    const heard = nothingHeard();
    const by = owner(name, heard, changes);
    this.now += after;
    const at = this.now;
    const task = await plan(env, this.connection, { ...more, now: at });
    const drive = (later = 0, its: Env = env) => drivePlatformTasks(ctxOf(its, by, at + later));
    return { env, name, heard, task, by, drive, at };
  }

  async cancel({ by, at }: Scene, subject: string, which = {}): Promise<void> {
    const ctx = ctxOf(this.meta.env, by, at);
    await cancelTasks(ctx, 'campaign', subject, which);
    await ctx.write.commit();
  }

  /** How many objects of each kind have this name at the platform. */
  async counted(name: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const kind of KINDS) {
      const { data } = await this.meta.sim('nodes', { kind });
      counts[kind] = data.filter((node: object) => JSON.stringify(node).includes(`"${name} [`)).length;
    }
    return counts;
  }
}

export async function taskWorld(): Promise<TaskWorld> {
  // Tasks of other tests whose connections were taken away would use up what one run may use.
  await testEnv.DB.prepare(
    "UPDATE platform_tasks SET status = 'cancelled' WHERE connection_id NOT IN (SELECT id FROM connections)",
  ).run();
  const tasks = new TaskWorld(await metaWorld());
  await tasks.meta.sim('settings', { processing: 0 });
  tasks.connection = await tasks.connect();
  return tasks;
}
