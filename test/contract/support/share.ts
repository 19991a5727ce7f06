/** So many routes share the cases among them. */
const AMONG = 4;

/**
 * A route's part of cases that what all routes have in common decides: the first of them gets all, the others take turns, so
 * that each meets some and all are met on many.
 * @param place of the route among those that are tested.
 */
export function share<T>(cases: readonly T[], place: number): T[] {
  return place === 0 ? [...cases] : cases.filter((_, index) => (index + place) % AMONG === 0);
}
