// What tests and developers tell the simulator: POST /_sim/instagram/<app>/…, JSON in and out.
import { command } from '../commands.ts';
import { type Fault as AnyFault, FAULT, FAULT_KINDS } from '../faults.ts';
import { invalid, type Params } from '../meta/wire.ts';
import { publish } from './media.ts';
import { revokeAll } from './oauth.ts';
import type { NodeKind, World } from './world.ts';

export interface Fault extends AnyFault {
  /** The code of a refusal or a limit. */
  code: number;
  subcode: number | null;
  /** Until a limit ends. */
  minutes: number;
}

export const admin = (world: World, path: string, body: Params): unknown =>
  command<NodeKind, Fault>(world, path, body, {
    faultKinds: FAULT_KINDS,
    fault: { ...FAULT, code: 80002, subcode: null, minutes: 30 },
    settings: ['tokenLives', 'wrapped', 'delay', 'fewest', 'callsAnHour'],
    refuse: invalid,
    edited: () => undefined,
    own: {
      posts: (post) => publish(world, post),
      tokens: ({ user }) => {
        revokeAll(world, String(user));
        return { revoked: user };
      },
    },
  });
