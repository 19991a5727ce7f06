// What the links at the end of the mails prove: that we wrote to this person, in this workspace, about this kind. They work
// without a sign-in, for ever.
import type { Vars } from '../../../env.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';

const ABOUT = 'notice-mails-off';

export interface MailsOf {
  person: string;
  place: string;
  kind: string;
}

const textOf = ({ person, place, kind }: MailsOf) => `${person}/${place}/${kind}`;

export const mailsSignature = ({ SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>, mails: MailsOf): string =>
  signatures(SEALING_KEYS, ABOUT, textOf(mails))[0]!;

export const isMailsSignature = (
  { SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>,
  mails: MailsOf,
  given: string,
): boolean => SEALING_KEYS.size > 0 && isSigned(SEALING_KEYS, ABOUT, textOf(mails), given);
