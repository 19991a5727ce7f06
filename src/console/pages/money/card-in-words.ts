import { words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

/** Which card is charged for approved payments, and when. */
export async function cardInWords(at: PlaceVisit): Promise<string> {
  const { paymentMethod } = await at.run('GET /v1/account');
  if (paymentMethod?.status !== 'active')
    return 'There is no active card on file. Nothing is charged until there is one.';
  const { brand, last4 } = paymentMethod;
  const card = [brand && words(brand), last4 && `ending in ${last4}`].filter(Boolean).join(' ');
  return `The next daily charge goes to the card on file${card && ` (${card})`}.`;
}
