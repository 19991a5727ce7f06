export interface Limits {
  /** The most that one creator earns in the program, and what the creator was paid before. Cents. */
  cap: number | null;
  paid: number;
  /** The most that the program spends, and what it has spent before. Cents. */
  budget: number | null;
  spent: number;
  /** The most that one payment can be. */
  greatest: number;
}

export interface Limited {
  amount: number;
  cutByCap: number;
  cutByBudget: number;
  /** The amount that is left for the next payment. */
  rest: number;
}

/**
 * Cuts what has accrued (cents) to what the limits leave: the creator's cap, the program's budget, then one
 * payment.
 */
export function limitPay(accrued: number, { cap, paid, budget, spent, greatest }: Limits): Limited {
  const underCap = cap === null ? accrued : Math.min(accrued, Math.max(0, cap - paid));
  const left = budget === null ? underCap : Math.min(underCap, Math.max(0, budget - spent));
  const amount = Math.min(left, greatest);
  return { amount, cutByCap: accrued - underCap, cutByBudget: underCap - left, rest: left - amount };
}
