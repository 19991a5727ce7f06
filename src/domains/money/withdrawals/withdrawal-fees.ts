import type { Vars } from '../../../env.ts';

export interface WithdrawalFees {
  /** `percent` 1.5 means 1.5 %; `minimum` in cents. */
  instant: { percent: number; minimum: number };
  crossBorder: { percent: number };
}

/** The fees for withdrawing. An unknown country (ISO 3166-1 alpha-2) counts as the US. */
export function withdrawalFees(vars: Vars, payoutCountry: string | null): WithdrawalFees {
  const abroad = payoutCountry !== null && payoutCountry !== 'US';
  return {
    instant: { percent: vars.INSTANT_FEE_PERCENT, minimum: vars.INSTANT_FEE_MINIMUM },
    crossBorder: { percent: abroad ? vars.CROSS_BORDER_FEE_PERCENT : 0 },
  };
}
