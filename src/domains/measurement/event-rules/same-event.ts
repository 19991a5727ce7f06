// Decides which of the stored events that share a key with a report are the same event.
import type { IncomingEvent } from '../../../pixel/event-body.ts';
import { isNamed, type Reports } from './reports.ts';

/**
 * Divides the events that a report's keys lead to: `standing` are the same event, and `others` only had one of its keys
 * from a browser, which it takes over. A server's or shop's report is the same event only if a server or shop has named
 * that key before. A browser's report never merges two events that a server or shop has reported, and nothing merges
 * two orders of shops.
 * @param own the keys that the report claims for its event; it may also be found under the aliases of its order.
 * @param found the keys that led to each event, the most reliable one last.
 * @param reportsOf undefined for an event in the archive.
 */
export function divideEvents(
  { body }: IncomingEvent,
  own: readonly string[],
  found: ReadonlyMap<string, string[]>,
  reportsOf: (id: string) => Reports | undefined,
): { standing: string[]; others: string[] } {
  const ids = [...found.keys()];
  if (body.source === 'browser') {
    const told = ids.filter((id) => reportsOf(id)?.server || reportsOf(id)?.shop);
    // The order number is the last key and more reliable than an event ID.
    return { standing: told.length > 1 ? told.slice(-1) : ids, others: [] };
  }
  const isOwn = (key: string) => own.includes(key);
  const shopOrder = (id: string) => reportsOf(id)?.shop?.body.orderId;
  const isAnotherOrder = (id: string) =>
    body.order !== undefined && (shopOrder(id) ?? body.orderId) !== body.orderId;
  const isSame = (id: string) => {
    if (isAnotherOrder(id)) return false;
    const known = reportsOf(id);
    // Only shops claim names, so an archived event that is found by one is a shop's.
    if (!known) return found.get(id)!.some((key) => isOwn(key) || key.startsWith('name:'));
    const isToldOf = known.server !== undefined || known.shop !== undefined;
    return found.get(id)!.some((key) => (isOwn(key) || isToldOf) && isNamed(known, key));
  };
  const isTakenOver = (id: string) => {
    const known = reportsOf(id);
    return known !== undefined && found.get(id)!.some((key) => isOwn(key) && !isNamed(known, key));
  };
  const same = ids.filter(isSame);
  const [order] = same.flatMap((id) => shopOrder(id) ?? []).slice(-1);
  return {
    standing: same.filter((id) => (shopOrder(id) ?? order) === order),
    others: ids.filter((id) => !same.includes(id) && isTakenOver(id)),
  };
}
