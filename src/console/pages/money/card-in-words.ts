import type { PlaceVisit } from '../../visit.ts';
import { cardName } from './charge-words.tsx';

/** Which card is charged for approved payments, and when. */
export async function cardInWords(at: PlaceVisit): Promise<string> {
  const { paymentMethod } = await at.run('GET /v1/account');
  if (paymentMethod?.status !== 'active')
    return 'There is no active card on file. Nothing is charged until there is one.';
  return `The next daily charge goes to the card on file (${cardName(paymentMethod)}).`;
}
