import type * as z from 'zod';
import { invalidField } from '../../../kit/error.ts';
import type { CreatorPay } from './terms.ts';

/** A share or an amount for each lead, never both. Throws validation_failed. @param path where it stands in the body. */
export function checkPay(pay: z.output<typeof CreatorPay>, path: string): void {
  if (pay.creatorShare != null && pay.leadAmount != null)
    throw invalidField(
      `${path}/leadAmount`,
      'Give a share or an amount for each lead, not both.',
      'conflicting',
    );
}
