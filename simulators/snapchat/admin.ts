// What tests and developers tell the simulator: POST /_sim/snapchat/<app>/…, JSON in and out.
import { command } from '../commands.ts';
import { type Fault as AnyFault, FAULT, FAULT_KINDS } from '../faults.ts';
import { endTokens } from './oauth.ts';
import { noteRuns } from './status.ts';
import { type Fields, invalid } from './wire.ts';
import type { NodeKind, World } from './world.ts';

export interface Fault extends AnyFault {
  /** The code of a refusal. */
  code: string;
  /** The seconds that a limit says to wait; null says nothing, as the platform does. */
  seconds: number | null;
}

export function admin(world: World, path: string, body: Fields): unknown {
  return command<NodeKind, Fault>(world, path, body, {
    faultKinds: [...FAULT_KINDS, 'refuse_item'],
    fault: { ...FAULT, code: 'E1001', seconds: null },
    settings: [
      ...['review', 'processing', 'tokenLives', 'rotating', 'mediaFail', 'ineligible', 'rejections'],
      'statsPage',
    ],
    refuse: invalid,
    edited: (node, kind) => {
      if (node.deleted) return;
      if (kind === 'campaign') noteRuns(world, node.id);
      else if (kind === 'adsquad') noteRuns(world, node.campaign_id);
      else if (kind === 'ad') noteRuns(world, node._campaign);
    },
    own: {
      tokens: ({ user, renewals }) => {
        endTokens(world, String(user), renewals !== false);
        return { ended: user };
      },
    },
  });
}
