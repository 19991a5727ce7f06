// Decides which landings a plan may need. Which report decides an event, and at which time, is only known once its
// reports are merged, so landings are read for every body and every time that could result.
import { aliasKeys, dedupeKeys, type PixelEventBody } from '../../../pixel/event-body.ts';
import { keysOf } from './plan-credit.ts';
import type { PlanInput, StoredEvent } from './plan-types.ts';
import { bodiesOf, reportsOf } from './reports.ts';

/** The last landing under a key at or before a time, ignoring those of the event `except` (or of none, ''). */
export type Wanted = [account: string, key: string, at: number, except: string];

/** Reports that may turn out to belong to one event. */
interface Group {
  said: { account: string; body: PixelEventBody; at: number }[];
  /** The times that servers and shops reported, which override a browser's. */
  times: Set<number>;
  stored: Set<string>;
}

/** @param known maps `pixel key` to its stored event. */
export function wantedTouches(
  incoming: PlanInput['incoming'],
  known: ReadonlyMap<string, string>,
  events: ReadonlyMap<string, StoredEvent>,
): Wanted[] {
  const groups = new Map<string, Group>();
  const groupOf = (names: string[]): Group => {
    const found = new Set(names.flatMap((name) => groups.get(name) ?? []));
    if (found.size === 1) {
      const same = [...found][0]!;
      for (const name of names) groups.set(name, same);
      return same;
    }
    const one: Group = { said: [], times: new Set(), stored: new Set() };
    for (const { said, times, stored } of found) {
      one.said.push(...said);
      for (const time of times) one.times.add(time);
      for (const id of stored) one.stored.add(id);
    }
    if (found.size > 0) for (const [name, group] of groups) if (found.has(group)) groups.set(name, one);
    for (const name of names) groups.set(name, one);
    return one;
  };
  for (const event of events.values()) {
    const { id, accountId: account, occurredAt: at } = event;
    const reports = reportsOf(event);
    const group = groupOf([id]);
    group.stored.add(id);
    for (const body of [event.body, ...bodiesOf(reports)]) group.said.push({ account, body, at });
    for (const told of [reports.server, reports.shop]) if (told) group.times.add(told.firstAt);
  }
  for (const { accountId: account, event } of incoming) {
    const names = [...dedupeKeys(event), ...aliasKeys(event)].map((key) => `${event.pixelId} ${key}`);
    const stored = names.flatMap((name) => known.get(name) ?? []).filter((id) => events.has(id));
    const group = groupOf([event.id, ...names, ...stored]);
    group.said.push({ account, body: event.body, at: event.occurredAt });
    if (event.body.source !== 'browser') group.times.add(event.occurredAt);
  }
  return [...new Set(groups.values())].flatMap(wantedOf);
}

function wantedOf({ said, times, stored }: Group): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { account, body, at } of said)
    for (const key of keysOf(body))
      for (const time of new Set([at, ...times]))
        for (const except of ['', ...stored]) {
          const one: Wanted = [account, key, time, except];
          wanted.set(one.join(' '), one);
        }
  return [...wanted.values()];
}
