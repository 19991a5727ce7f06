export interface Limits {
  /** The most that one creator earns in the program, and what it was paid before. Cents. */
  cap: number | null;
  paid: number;
  /** The most that the program spends, and what it has spent before. Cents. */
  budget: number | null;
  spent: number;
}

/** Cuts what has accrued (cents) to what the limits leave: first the creator's cap, then the program's budget. */
export function limitPay(
  accrued: number,
  { cap, paid, budget, spent }: Limits,
): { amount: number; cutByCap: number; cutByBudget: number } {
  const underCap = cap === null ? accrued : Math.min(accrued, Math.max(0, cap - paid));
  const amount = budget === null ? underCap : Math.min(underCap, Math.max(0, budget - spent));
  return { amount, cutByCap: accrued - underCap, cutByBudget: underCap - amount };
}
