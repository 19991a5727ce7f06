/** The number of routes that share the cases. */
const AMONG = 4;

/**
 * A route's share of cases whose outcome does not depend on the route: the first route gets all, and the
 * others take turns, so that each meets some and all are tried on many.
 * @param place of the route among the tested ones.
 */
export function share<T>(cases: readonly T[], place: number): T[] {
  return place === 0 ? [...cases] : cases.filter((_, index) => (index + place) % AMONG === 0);
}
