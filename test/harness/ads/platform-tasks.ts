// Platform tasks without the domains that plan them: an owner that asks for one small campaign and records
// what it is told.
import type { SystemCtx } from '../../../src/context.ts';
import { connectionById } from '../../../src/domains/accounts/connections/interface.ts';
import { planTask } from '../../../src/domains/ads/platform-tasks/interface.ts';
import type {
  PlannedStep,
  StepAtHand,
  TaskOwner,
  TaskOwnerName,
} from '../../../src/domains/ads/platform-tasks/step.ts';
import type { Env } from '../../../src/env.ts';
import type { AdPlatform } from '../../../src/integrations/ads/platform.ts';
import { reactions } from '../../../src/reactions.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';
import { adSet, campaign, creative } from './ad-steps.ts';

export interface Heard {
  done: string[];
  ended: { outcome: string; failures: { key: string; reason: string }[] }[];
  /** The open steps of each cancelled task. */
  cancelled: (readonly string[])[];
}

export const nothingHeard = (): Heard => ({ done: [], ended: [], cancelled: [] });

/** Everything for one ad, with its name in each step. */
export const ONE_AD: PlannedStep[] = [
  { key: 'campaign', kind: 'campaign' },
  { key: 'set', kind: 'ad_set', after: ['campaign'] },
  { key: 'video', kind: 'video' },
  { key: 'ready', kind: 'video_ready', after: ['video'] },
  { key: 'creative', kind: 'creative', after: ['ready'] },
  { key: 'ad', kind: 'ad', after: ['set', 'creative'] },
  { key: 'go', kind: 'run', after: ['ad'] },
];

/** @param changes further fields of its requests, by the step's key. */
export function owner(name: string, heard: Heard, changes: Record<string, object> = {}): TaskOwner {
  const act = ({ key, kind, intent, resultOf }: StepAtHand) => {
    switch (kind) {
      case 'campaign':
        return campaign({ intent, name });
      case 'ad_set':
        return adSet(resultOf('campaign'), { intent, name });
      case 'video':
        return { kind, intent, name, url: `https://x.example/${key}.mp4` };
      case 'video_ready':
        return { kind, video: resultOf('video') };
      case 'creative':
        return {
          ...creative(resultOf('video'), ''),
          intent,
          name,
          cover: { url: resultOf('ready') },
        };
      case 'ad':
        return { kind, intent, name, adSet: resultOf('set'), creative: resultOf('creative') };
      case 'run':
        return { kind, what: 'campaign' as const, id: resultOf('campaign'), to: 'active' as const };
      default:
        return {
          kind: 'change' as const,
          what: 'campaign' as const,
          id: resultOf('campaign'),
          change: { name },
        };
    }
  };
  return {
    prepare: async (_, step) => ({ ...act(step), ...changes[step.key] }) as never,
    // Called once for each batch that was written, as an owner's records would be.
    stepDone: async (ctx, { key, result }) => {
      ctx.write.afterCommit(async () => heard.done.push(result === '' ? key : `${key} made`));
    },
    taskEnded: async (ctx, { outcome, failures }) => {
      const told = failures.map(({ key, error }) => ({ key, reason: error.reason }));
      ctx.write.afterCommit(async () => heard.ended.push({ outcome, failures: told }));
    },
    taskCancelled: async (ctx, { open }) => {
      ctx.write.afterCommit(async () => heard.cancelled.push(open));
    },
  };
}

/** A context in which `by` owns all tasks. */
export function ctxOf(
  env: Env,
  by: TaskOwner,
  now = clock.now(),
  adPlatforms: Record<string, () => Promise<AdPlatform>> = {},
): SystemCtx {
  const own = { platformTasks: { campaign: async () => by, plan: async () => by } };
  const known = { ...reactions.adPlatforms, ...adPlatforms };
  return { ...systemCtx(env, now), reactions: { ...reactions, ...own, adPlatforms: known } };
}

export async function plan(
  env: Env,
  connection: string,
  {
    steps = ONE_AD,
    subject = crypto.randomUUID(),
    owner = 'campaign',
    now = clock.now(),
  }: { steps?: PlannedStep[]; subject?: string; owner?: TaskOwnerName; now?: number } = {},
): Promise<string> {
  const ctx = systemCtx(env, now);
  const row = await connectionById(ctx, connection);
  const id = planTask(ctx, { owner, subject, connection: row!, steps });
  await ctx.write.commit();
  return id;
}

export async function statusOf(task: string): Promise<string> {
  const found = await testEnv.DB.prepare('SELECT status FROM platform_tasks WHERE id = ?')
    .bind(task)
    .first<{ status: string }>();
  return found!.status;
}
