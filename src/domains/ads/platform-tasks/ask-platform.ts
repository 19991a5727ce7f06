// Sends one step to the platform and interprets the answer.
import type { SystemCtx } from '../../../context.ts';
import type { AdPlatform, AdSession } from '../../../integrations/ads/platform.ts';
import { rejected } from '../../../kit/error.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';
import type { StepRow } from './interface.ts';
import { AGAIN_AFTER_MS } from './outcome.ts';
import type { PlatformAct } from './step.ts';

/** How long to wait before asking again whether a video is ready. */
const VIDEO_MS = 20 * SECOND_MS;

export type Answer =
  | { done: string }
  /** The platform needs more time; ask again after `wait` ms. */
  | { wait: number }
  /** Another driver has taken over the step. */
  | 'overtaken';

/**
 * Sends a step. If an earlier try may have reached the platform, it first looks for what that created. Throws the
 * platform's refusal.
 * @param claim records that the step is about to be sent; false when another driver has it.
 */
export async function askPlatform(
  ctx: SystemCtx,
  connection: ConnectionRow,
  step: Pick<StepRow, 'sentAt'>,
  act: PlatformAct,
  claim: () => Promise<boolean>,
): Promise<Answer> {
  return await useConnection(ctx, connection, async (platform, session, again) => {
    switch (act.kind) {
      case 'video_ready':
        return await awaitVideo(platform, session, act.video);
      case 'run':
        if (!(await claim())) return 'overtaken';
        await platform.setRunning(session, act.what, act.id, act.to);
        return { done: '' };
      case 'change':
        if (!(await claim())) return 'overtaken';
        await platform.change(session, act.what, act.id, act.change);
        return { done: '' };
      default: {
        if (step.sentAt !== null || again) {
          const found = await platform.find(session, act);
          if (found) return { done: found.id };
          const from = (step.sentAt ?? 0) + AGAIN_AFTER_MS;
          if (from > ctx.now) return { wait: from - ctx.now };
        }
        if (!(await claim())) return 'overtaken';
        return { done: (await platform.create(session, act)).id };
      }
    }
  });
}

async function awaitVideo(platform: AdPlatform, session: AdSession, video: string): Promise<Answer> {
  const { state, cover } = await platform.videoState(session, video);
  if (state === 'processing') return { wait: VIDEO_MS };
  if (state === 'ready') return { done: cover ?? '' };
  throw rejected('video_unusable', `${platform.capabilities.name} cannot use the video.`);
}
