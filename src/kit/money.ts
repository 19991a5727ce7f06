// Percentages are numbers with at most two decimals on the wire and whole basis points everywhere inside,
// so that no rate is ever a binary fraction.

/** Percent (1.5 means 1.5 %) to basis points. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** Basis points to percent. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}
