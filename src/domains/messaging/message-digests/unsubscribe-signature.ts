// What the links at the end of the mails prove: that we wrote to this person. They work without a sign-in, for ever.
import type { Vars } from '../../../env.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';

const ABOUT = 'message-mails-off';

export const unsubscribeSignature = ({ SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>, person: string): string =>
  signatures(SEALING_KEYS, ABOUT, person)[0]!;

export const isUnsubscribeSignature = (
  { SEALING_KEYS }: Pick<Vars, 'SEALING_KEYS'>,
  person: string,
  given: string,
): boolean => SEALING_KEYS.size > 0 && isSigned(SEALING_KEYS, ABOUT, person, given);
