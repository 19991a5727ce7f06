// Reads from Meta's headers how much of the rate limits is used up: JSON with percentages.

const WAIT = 'estimated_time_to_regain_access';
const SHARES = ['call_count', 'total_cputime', 'total_time', 'acc_id_util_pct'];

export function usageOf(headers: Headers): { percent: number | null; retryAfterMs: number | null } {
  const found = ['x-app-usage', 'x-ad-account-usage', 'x-business-use-case-usage'].flatMap((name) =>
    entriesOf(headers.get(name)),
  );
  const most = (names: string[]) => {
    const values = found.filter(([name]) => names.includes(name)).map(([, value]) => value);
    return values.length === 0 ? null : Math.max(...values);
  };
  const minutes = most([WAIT]);
  return { percent: most(SHARES), retryAfterMs: minutes === null || minutes <= 0 ? null : minutes * 60_000 };
}

/** All numbers in a header with their names, at any depth. */
function entriesOf(header: string | null): [string, number][] {
  if (header === null || header.length > 20_000) return [];
  const found: [string, number][] = [];
  try {
    JSON.parse(header, (name, value) => {
      if (typeof value === 'number' && Number.isFinite(value)) found.push([name, value]);
      return value;
    });
  } catch {
    return [];
  }
  return found;
}
