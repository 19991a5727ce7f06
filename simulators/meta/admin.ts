// What tests and developers tell the simulator: POST /_sim/meta/<app>/…, JSON in and out.
import { command } from '../commands.ts';
import { type Fault as AnyFault, FAULT, FAULT_KINDS } from '../faults.ts';
import { landingOf } from './media.ts';
import { revokeAll } from './oauth.ts';
import { makeContent } from './partnership.ts';
import { noteRuns } from './status.ts';
import { invalid, type Params } from './wire.ts';
import type { NodeKind, World } from './world.ts';

export interface Fault extends AnyFault {
  /** The code of a refusal or a limit. */
  code: number;
  subcode: number | null;
  /** Until a limit ends. */
  minutes: number;
}

export function admin(world: World, path: string, body: Params): unknown {
  return command<NodeKind, Fault>(world, path, body, {
    faultKinds: FAULT_KINDS,
    fault: { ...FAULT, code: 17, subcode: null, minutes: 5 },
    settings: ['review', 'processing', 'copying', 'tokenLives', 'videosFail', 'rejections'],
    refuse: invalid,
    edited: (node, kind) => {
      if (kind === 'campaign') noteRuns(world, node.id);
      else if (kind === 'adset' || kind === 'ad') noteRuns(world, node.campaign_id);
    },
    own: {
      posts: (post) => makeContent(world, post),
      clicks: ({ ad }) => {
        const { creative } = world.get('ad', String(ad));
        return { url: landingOf(world.get('creative', creative.id)) };
      },
      tokens: ({ user, subcode = 460 }) => {
        revokeAll(world, String(user), subcode);
        return { revoked: user };
      },
    },
  });
}
