/** The sums of rows, number by number. @param nothing zeros of the numbers that are summed up. */
export function sumOf<N extends object>(rows: readonly N[], nothing: N): N {
  const sums = { ...nothing } as Record<string, number>;
  for (const row of rows as readonly Record<string, number>[])
    for (const name of Object.keys(nothing)) sums[name]! += row[name]!;
  return sums as N;
}

/** The earliest of these times (milliseconds); null without any, and where one is not known yet. */
export function earliestOfAll(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 || known.length < times.length ? null : Math.min(...known);
}
