// What tests and developers tell the simulator: POST /_sim/google/<project>/…, JSON in and out.
import { command } from '../commands.ts';
import { type Fault as AnyFault, FAULT, FAULT_KINDS } from '../faults.ts';
import { revokeUser } from './oauth.ts';
import { noteRuns } from './status.ts';
import { type Json, malformed } from './wire.ts';
import type { NodeKind, World } from './world.ts';

export interface Fault extends AnyFault {
  /** The code of a refusal: `family.CODE`. */
  code: string;
  /** Until a limit ends. */
  seconds: number;
}

export function admin(world: World, path: string, body: Json): unknown {
  return command<NodeKind, Fault>(world, path, body, {
    faultKinds: FAULT_KINDS,
    fault: { ...FAULT, code: 'requestError.UNKNOWN', seconds: 30 },
    settings: ['review', 'processing', 'tokenLives', 'videosFail', 'rejections', 'pageSize'],
    refuse: malformed,
    edited: (_node, _kind, parent) => {
      if (parent !== '') noteRuns(world, world.find(parent)!.node);
    },
    own: {
      tokens: (which) => {
        if (which.end === 'access')
          for (const token of world.all('token')) world.save({ ...token, _ended: true });
        else revokeUser(world, String(which.user));
        return which;
      },
    },
  });
}
