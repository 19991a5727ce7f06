// Every transition of an ad authorization, as data. The verbs and the cron follow it, and the tests are generated from
// it.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

export const STATES = ['requested', 'granted', 'revoked', 'expired'] as const;
export type State = (typeof STATES)[number];

/**
 * People grant and revoke. The service expires, revokes what was withdrawn at the platform, and gives back a code that
 * turns out to be of no use, for the creator to send another.
 */
export const ACTIONS = ['grant', 'revoke', 'expire', 'give_back'] as const;
export type Action = (typeof ACTIONS)[number];

export const PARTIES = ['brand', 'creator', 'service'] as const;
export type Party = (typeof PARTIES)[number];

export interface Move extends MoveOf<State, Party, object> {
  event: `ad_authorization.${State}`;
}

/** Only the creator can grant. */
const GRANT: Move[] = [{ by: 'creator', to: 'granted', event: 'ad_authorization.granted' }];
const REVOKE: Move[] = [
  { by: 'brand', to: 'revoked', event: 'ad_authorization.revoked' },
  { by: 'creator', to: 'revoked', event: 'ad_authorization.revoked' },
];

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  requested: { grant: GRANT, revoke: REVOKE },
  // Granting again renews the authorization, before or after it has expired.
  granted: {
    grant: GRANT,
    revoke: [...REVOKE, { by: 'service', to: 'revoked', event: 'ad_authorization.revoked' }],
    give_back: [{ by: 'service', to: 'requested', event: 'ad_authorization.requested' }],
    expire: [{ by: 'service', to: 'expired', event: 'ad_authorization.expired' }],
  },
  expired: { grant: GRANT },
  revoked: {},
};

const SAID: Record<Action, string> = {
  grant: 'Granting',
  revoke: 'Revoking',
  expire: 'Expiring',
  give_back: 'Giving back',
};

export const authorizationMachine = machine<State, Action, Party, object, Move>(TRANSITIONS, {
  forbidden: (_, action) => `${SAID[action]} is for the creator.`,
  conflict: (state, action) => `${SAID[action]} is not possible: the authorization is ${state}.`,
});
