// What the link at the end of an invitation proves: that we mailed this address. It holds the address sealed, so that no log
// shows it, and works without a sign-in, for ever.
import type { Vars } from '../../../env.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import { sealingKeys } from './sealing-keys.ts';

const ABOUT = ['invitations-off'];

/** What stands in the link. Throws unavailable as addMail does. */
export const invitationsOff = async (vars: Vars, address: string): Promise<string> =>
  await seal(sealingKeys(vars), address, ABOUT);

/** The address that a link is for; null for a link that is not ours. */
export const addressOff = async (
  { SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>,
  given: string,
): Promise<string | null> => await openSealed(SEALING_KEYS, given, ABOUT).catch(() => null);

/** The end of every invitation's mail. @param off the whole link. */
export const switchOffWords = (
  off: string,
): string => `If you would rather not get invitations at this address, switch them off:

${off}`;
