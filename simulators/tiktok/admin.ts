// What tests and developers tell the simulator: POST /_sim/tiktok/<app>/…, JSON in and out.
import { command } from '../commands.ts';
import { type Fault as AnyFault, FAULT, FAULT_KINDS } from '../faults.ts';
import { makePost } from './media.ts';
import { revokeAll } from './oauth.ts';
import { noteRuns } from './status.ts';
import { invalid, type Params } from './wire.ts';
import type { NodeKind, World } from './world.ts';

export interface Fault extends AnyFault {
  /** The code of a refusal or a limit. */
  code: number;
}

export function admin(world: World, path: string, body: Params): unknown {
  return command<NodeKind, Fault>(world, path, body, {
    faultKinds: FAULT_KINDS,
    fault: { ...FAULT, code: 40100 },
    settings: ['review', 'processing', 'copying', 'videosFail', 'rejections'],
    refuse: invalid,
    edited: (node, kind) => {
      if (kind === 'campaign') noteRuns(world, node.id);
      else if (kind === 'adgroup' || kind === 'ad') noteRuns(world, node.campaign_id);
    },
    own: {
      posts: (post) => makePost(world, post),
      tokens: ({ user }) => {
        revokeAll(world, String(user));
        return { revoked: user };
      },
    },
  });
}
