// What the link of an invitation proves: that we mailed it to this address, for this record. It shows who invites and nothing
// else. Whoever answers has to prove the address first, as for every record.
import type { Vars } from '../../../env.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';

const ABOUT = 'creator-invitation';

export interface Invited {
  creator: string;
  email: string;
}

const textOf = ({ creator, email }: Invited) => `${creator} ${email}`;

export const invitationSignature = ({ SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>, invited: Invited): string =>
  signatures(SEALING_KEYS, ABOUT, textOf(invited))[0]!;

export const isInvitationSignature = (
  { SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>,
  invited: Invited,
  given: string,
): boolean => SEALING_KEYS.size > 0 && isSigned(SEALING_KEYS, ABOUT, textOf(invited), given);
