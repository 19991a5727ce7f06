// Money is whole cents. Percentages are numbers with at most two decimals on the wire and whole basis points
// everywhere inside, so that no rate is ever a binary fraction and every product is an exact integer.

/** Basis points in 100 %. */
export const WHOLE_BPS = 10_000;

/** Percent (1.5 means 1.5 %) to basis points. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** Basis points to percent. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

/**
 * `basisPoints` of an amount in cents, rounded half up on the absolute value, so that a refunded fee is
 * exactly the fee. Exact for every safe integer. Throws a RangeError unless both are whole numbers.
 */
export function percentOf(amount: number, basisPoints: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in cents: ${amount}`);
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0) {
    throw new RangeError(`not a rate in basis points: ${basisPoints}`);
  }
  const size = Math.abs(amount);
  const product = size * basisPoints;
  let share: number;
  if (product <= Number.MAX_SAFE_INTEGER - WHOLE_BPS) {
    const rest = product % WHOLE_BPS;
    share = (product - rest) / WHOLE_BPS + (rest * 2 >= WHOLE_BPS ? 1 : 0);
  } else {
    const exact = (BigInt(size) * BigInt(basisPoints) + 5_000n) / 10_000n;
    if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the share is no safe integer');
    share = Number(exact);
  }
  return amount < 0 && share > 0 ? -share : share;
}

export interface Split {
  /** One share for each rate, in cents. */
  parts: number[];
  /** The amount that is left after the shares. */
  remainder: number;
}

/**
 * Takes a share for each rate out of an amount. `parts` and `remainder` always add up to the amount and have
 * its sign: if rounding would exceed the amount, the last share is reduced. Throws a RangeError when the
 * rates exceed 100 %.
 */
export function split(amount: number, rates: readonly number[]): Split {
  let total = 0;
  for (const rate of rates) total += rate;
  if (total > WHOLE_BPS) throw new RangeError('the shares exceed the whole');
  let left = Math.abs(amount);
  const parts = rates.map((rate) => {
    const part = Math.min(percentOf(Math.abs(amount), rate), left);
    left -= part;
    return amount < 0 && part > 0 ? -part : part;
  });
  return { parts, remainder: amount < 0 && left > 0 ? -left : left };
}

/**
 * The price of `count` items at `cents` per thousand, rounded half up. Exact; throws a RangeError beyond safe
 * integers.
 */
export function perThousand(count: number, cents: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`);
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`);
  const exact = (BigInt(count) * BigInt(cents) + 500n) / 1_000n;
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the amount is no safe integer');
  return Number(exact);
}
