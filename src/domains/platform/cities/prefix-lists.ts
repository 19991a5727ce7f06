// Prefix search that costs the same for "s" (17,000 cities) as for "zurich". An index on the name would find
// the matches, but all of them would then have to be sorted by size. So each prefix has its own list in the
// order of size. A prefix with few cities ends its branch: its one list also serves all longer prefixes, and
// is filtered when it is read.
//
// Keys: "san" is a list in which every city matches; "zuri*" is a short list that ends its branch and also
// serves each longer prefix. "BR:san" and "LU:*" are the same within a country. Folded names contain no "*"
// and ":".

/** A list this short is not divided further: reading and filtering all of it is cheap. */
const SHORT_LIST = 64;

interface Ranked {
  rank: number;
  folded: string;
  countryCode: string;
}

/** Every list, as its key and the ranks in it. `cities` must be in the order of their ranks. */
export function* prefixLists(cities: readonly Ranked[]): Generator<[key: string, ranks: number[]]> {
  yield* divide('', cities, 0);
  for (const [country, members] of grouped(cities, (city) => city.countryCode)) {
    yield* divide(`${country}:`, members, 0);
  }
}

function* divide(key: string, cities: readonly Ranked[], depth: number): Generator<[string, number[]]> {
  const short = cities.length <= SHORT_LIST;
  // Nobody searches for the empty prefix, so its list exists only where it is a short list of all cities.
  if (depth > 0 || short) yield [short ? `${key}*` : key, cities.map((city) => city.rank)];
  if (short) return;
  const byNext = grouped(cities, (city) => Array.from(city.folded)[depth]);
  for (const [next, members] of byNext) {
    if (next !== undefined) yield* divide(key + next, members, depth + 1);
  }
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The keys whose list may hold a folded prefix: at most one of them exists. */
export function candidateKeys(prefix: string, country: string | undefined): string[] {
  const scope = country ? `${country}:` : '';
  const keys = [scope + prefix, `${scope}*`];
  let begun = scope;
  for (const character of prefix) {
    begun += character;
    keys.push(`${begun}*`);
  }
  return keys;
}
