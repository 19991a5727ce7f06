// The IDs of a thread's messages: the name of its object and the number of the change that wrote the message are in them.
import { idNumber, isId, numberedId } from '../../../kit/ids.ts';
import { isNamedBy, objectName } from './object-name.ts';

const DIGITS = 4;
/** After as many changes the numbers begin anew; the time in the ID tells two of the same number apart. */
export const NUMBERS = 32 ** DIGITS;

export function messageId(thread: string, createdAt: number, seq: number): string {
  return numberedId('message', createdAt, objectName(thread), seq % NUMBERS);
}

/** Where a message of this ID can be: sequence numbers up to `last`. None if it is another thread's. */
export function placesOfMessage(thread: string, id: string, last: number): number[] {
  if (!isId(id, ['message']) || !isNamedBy(thread, id)) return [];
  const first = idNumber(id, DIGITS);
  const places: number[] = [];
  for (let seq = first; seq <= last; seq += NUMBERS) places.push(seq);
  return places;
}
