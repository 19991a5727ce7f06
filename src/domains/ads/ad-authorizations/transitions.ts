// Every transition of an ad authorization, as data. The verbs and the cron follow it, and the tests are generated from
// it.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

export const STATES = ['requested', 'granted', 'revoked', 'expired'] as const;
export type State = (typeof STATES)[number];

/** The cron triggers `expire`; people trigger the others. */
export const ACTIONS = ['grant', 'revoke', 'expire'] as const;
export type Action = (typeof ACTIONS)[number];

/** `service` is the cron. */
export const PARTIES = ['brand', 'creator', 'service'] as const;
export type Party = (typeof PARTIES)[number];

export interface Move extends MoveOf<State, Party, object> {
  event: 'ad_authorization.granted' | 'ad_authorization.revoked' | 'ad_authorization.expired';
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
    revoke: REVOKE,
    expire: [{ by: 'service', to: 'expired', event: 'ad_authorization.expired' }],
  },
  expired: { grant: GRANT },
  revoked: {},
};

const SAID: Record<Action, string> = { grant: 'Granting', revoke: 'Revoking', expire: 'Expiring' };

export const authorizationMachine = machine<State, Action, Party, object, Move>(TRANSITIONS, {
  forbidden: (_, action) => `${SAID[action]} is for the creator.`,
  conflict: (state, action) => `${SAID[action]} is not possible: the authorization is ${state}.`,
});
