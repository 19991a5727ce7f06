// Whom a form was made for. A form of a person carries a mark: what one person filled in is never done as another who signed in
// in another tab meanwhile, and without a genuine mark nothing of a stranger's request is kept.
import { equalInConstantTime } from '../kit/crypto.ts';
import type { SealingKeys } from '../kit/sealed.ts';
import { signatures } from '../kit/signed.ts';
import type { ConsolePage } from './page.ts';

/** A form of the staff's pages has a mark of its own: others' marks must not tell that such a page exists. */
export type FormKind = 'person' | 'staff';

/** A keyed hash of the person's ID, and a signature by which it is known as ours without the person. */
const FORM = /^[0-9a-f]{64}$/;
const HASH_DIGITS = 32;

export const kindOf = (page: ConsolePage): FormKind => (page.for === 'staff' ? 'staff' : 'person');

export function markOf(keys: SealingKeys, person: string, kind: FormKind): string {
  const [whose] = signatures(keys, 'form', person) as [string];
  const [genuine] = signatures(keys, 'form mark', `${kind} ${whose}`) as [string];
  return whose + genuine;
}

/** Whether a mark is one that we made, whosever it is. */
export function isMark(keys: SealingKeys, mark: string, kind: FormKind): boolean {
  if (!FORM.test(mark)) return false;
  const [whose, genuine] = [mark.slice(0, HASH_DIGITS), mark.slice(HASH_DIGITS)];
  return signatures(keys, 'form mark', `${kind} ${whose}`).some((one) => equalInConstantTime(one, genuine));
}

export function isMarkOf(keys: SealingKeys, mark: string, person: string): boolean {
  return signatures(keys, 'form', person).includes(mark.slice(0, HASH_DIGITS));
}
