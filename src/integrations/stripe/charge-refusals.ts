// Refusals that do not depend on the card: trying again, or with another card, changes nothing.

export const REFUSALS = ['too_large', 'too_small', 'currency'] as const;
export type ChargeRefusal = (typeof REFUSALS)[number];

const BY_CODE: Record<string, ChargeRefusal> = {
  amount_too_large: 'too_large',
  amount_too_small: 'too_small',
  parameter_invalid_integer: 'too_large',
  currency_not_supported: 'currency',
  invalid_currency: 'currency',
};

/**
 * Why a charge is refused for good; null when the card or the customer may be the cause.
 * @param param the request's field that the refusal is about.
 */
export function chargeRefusal(code: string, param: string | null): ChargeRefusal | null {
  if (param === 'currency') return 'currency';
  const refusal = BY_CODE[code] ?? null;
  return refusal !== 'currency' && param !== null && param !== 'amount' ? null : refusal;
}
