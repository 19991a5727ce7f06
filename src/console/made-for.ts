// Marks the person that a form was made for. A form that one person filled in is never carried out as another
// person who signed in meanwhile in another tab, and nothing of a stranger's request is kept without a
// genuine mark.
import { equalInConstantTime } from '../kit/crypto.ts';
import type { SealingKeys } from '../kit/sealed.ts';
import { signatures } from '../kit/signed.ts';
import type { ConsolePage } from './page.ts';

/**
 * Forms of the staff's pages have marks of their own, so that other people's marks cannot reveal that such a
 * page exists.
 */
export type FormKind = 'person' | 'staff';

/**
 * A keyed hash of the person's ID, and a signature that proves the mark is ours without knowing the person.
 */
const FORM = /^[0-9a-f]{64}$/;
const HASH_DIGITS = 32;

export const kindOf = (page: ConsolePage): FormKind => (page.for === 'staff' ? 'staff' : 'person');

export function markOf(keys: SealingKeys, person: string, kind: FormKind): string {
  const [whose] = signatures(keys, 'form', person) as [string];
  const [genuine] = signatures(keys, 'form mark', `${kind} ${whose}`) as [string];
  return whose + genuine;
}

/** Whether we made a mark, for any person. */
export function isMark(keys: SealingKeys, mark: string, kind: FormKind): boolean {
  if (!FORM.test(mark)) return false;
  const [whose, genuine] = [mark.slice(0, HASH_DIGITS), mark.slice(HASH_DIGITS)];
  return signatures(keys, 'form mark', `${kind} ${whose}`).some((one) => equalInConstantTime(one, genuine));
}

export function isMarkOf(keys: SealingKeys, mark: string, person: string): boolean {
  return signatures(keys, 'form', person).includes(mark.slice(0, HASH_DIGITS));
}
