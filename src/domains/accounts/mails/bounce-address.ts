// The address that the mail service calls when a mail came back. Its signature is the right to say so of this one mail.
import type { Vars } from '../../../env.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';

const ABOUT = 'mail-bounce';

export const bounceSignature = ({ SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>, mail: string): string =>
  signatures(SEALING_KEYS, ABOUT, mail)[0]!;

export const isBounceSignature = (
  { SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>,
  mail: string,
  given: string,
): boolean => SEALING_KEYS.size > 0 && isSigned(SEALING_KEYS, ABOUT, mail, given);

export const bounceAddress = (vars: Pick<Vars, 'SEALING_KEYS' | 'PUBLIC_URL'>, mail: string): string =>
  `${vars.PUBLIC_URL}/webhooks/mail/${mail}/${bounceSignature(vars, mail)}`;
