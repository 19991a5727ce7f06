// Why a counted conversion is not final yet.
import { isUnsettled, LOOK_WAIT_MS, type RecordedConversion } from './recorded-conversion.ts';

/** What a counted conversion waits for until it matures. */
export const SALE_WAITS = ['confirmation', 'maturity', 'code_answer', 'shop_reading'] as const;

export interface SaleWait<For extends string = (typeof SALE_WAITS)[number]> {
  for: For;
  /** Until when at the longest (milliseconds); null where nobody knows. */
  until: number | null;
}

/**
 * What a conversion waits for that can earn; null for one that has matured or earns nothing.
 * @param heldUntil until when it waits for an answer about its code; null if it does not.
 */
export function saleWaitOf(hit: RecordedConversion, heldUntil: number | null, now: number): SaleWait | null {
  const { late, dropped, barred, creatorId, payableAt, maturesAt, lookAt } = hit;
  if (late || dropped || barred !== null || creatorId === null) return null;
  if (payableAt === null) return { for: 'confirmation', until: null };
  if (!isUnsettled(hit, now)) return null;
  if (heldUntil !== null) return { for: 'code_answer', until: heldUntil };
  if (maturesAt === null || now < maturesAt) return { for: 'maturity', until: maturesAt };
  return { for: 'shop_reading', until: lookAt! + LOOK_WAIT_MS };
}
