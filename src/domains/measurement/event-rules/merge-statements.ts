// Merges all reports of a server (or of a shop). For each field the report with the newest event time counts, in
// whatever order they were received. So an edit is a report with the time of the edit, while the sale keeps its
// earliest time.
import { type PixelEventBody, strictestConsent } from '../../../pixel/event-body.ts';

/** All reports of an event by a server, or by a shop, merged. Times are in milliseconds. */
export interface Statement {
  /** When the first report was received. */
  receivedAt: number;
  /** The event's time: the earliest in all reports. */
  firstAt: number;
  /** The dedupe keys in the reports, which identify the event. Browsers cannot add any. */
  keys: string[];
  body: PixelEventBody;
  /** The time of the report that each group of fields came from, by the group's first field; firstAt if missing. */
  stamps: Record<string, number>;
}

type Field = keyof PixelEventBody;

/**
 * Fields that are only meaningful together. A group is present if its first field is set, or for a link one of the
 * first three.
 */
const PARTS: readonly (readonly Field[])[] = [
  ['value', 'currency'],
  ['serviceId', 'campaign', 'landing', 'landedAt'],
  ['attributionId'],
  ['clickId'],
  ['clickIds'],
  ['user'],
  ['buyers'],
  ['creatorCode'],
  ['discountCode'],
  ['location'],
  ['pageUrl'],
  ['referrer'],
  ['actionSource'],
  ['properties'],
  ['userAgent', 'inAppBrowser'],
  ['eventId'],
  ['orderId'],
];

export function mergeStatements(one: Statement, other: Statement): Statement {
  if (one.body.order && other.body.order) return newestState(one, other);
  const [a, b] = [one.body, other.body];
  const body: PixelEventBody = { source: a.source, consent: strictestConsent([a.consent, b.consent]) };
  const stamps: Statement['stamps'] = {};
  for (const fields of PARTS) {
    const newer = newerOf(fields, one, other);
    if (!newer) continue;
    for (const field of fields)
      if (newer.body[field] !== undefined) Object.assign(body, { [field]: newer.body[field] });
    stamps[fields[0]!] = stampOf(newer, fields);
  }
  const confirmed = [a.confirmedAt, b.confirmedAt].filter((at) => at !== undefined);
  if (confirmed.length > 0) body.confirmedAt = Math.min(...confirmed);
  if (a.allowedOrigin || b.allowedOrigin) body.allowedOrigin = true;
  if (a.bot && b.bot) body.bot = true;
  return {
    receivedAt: Math.min(one.receivedAt, other.receivedAt),
    firstAt: Math.min(one.firstAt, other.firstAt),
    keys: joinKeys(one.keys, other.keys),
    body,
    stamps,
  };
}

/** A server that gives each report a new event ID must not make its statement grow without end. */
const MOST_KEYS = 50;

/** The keys of both, at most MOST_KEYS: the numbers of orders before event IDs. */
function joinKeys(one: readonly string[], other: readonly string[]): string[] {
  const place = (key: string) => (key.startsWith('event:') ? `1 ${key}` : `0 ${key}`);
  const all = [...new Set([...one, ...other])];
  return all.sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, MOST_KEYS);
}

/** A shop's report is the whole state of its order, so the newest state counts. */
function newestState(one: Statement, other: Statement): Statement {
  const [a, b] = [one.body.order!, other.body.order!];
  const text = ({ body }: Statement) => JSON.stringify({ ...body, order: { ...body.order, readAt: 0 } });
  const isNewer = a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && text(one) <= text(other));
  const { body, stamps } = isNewer ? one : other;
  return {
    receivedAt: Math.min(one.receivedAt, other.receivedAt),
    firstAt: Math.min(one.firstAt, other.firstAt),
    keys: joinKeys(one.keys, other.keys),
    body: { ...body, order: { ...body.order!, readAt: Math.max(a.readAt, b.readAt) } },
    stamps,
  };
}

const has = (fields: readonly Field[], body: PixelEventBody) =>
  fields.slice(0, fields.length > 2 ? 3 : 1).some((field) => body[field] !== undefined);

const stampOf = ({ stamps, firstAt }: Statement, fields: readonly Field[]) => stamps[fields[0]!] ?? firstAt;

function newerOf(fields: readonly Field[], one: Statement, other: Statement): Statement | null {
  if (!has(fields, other.body)) return has(fields, one.body) ? one : null;
  if (!has(fields, one.body)) return other;
  const later = stampOf(one, fields) - stampOf(other, fields);
  if (later !== 0) return later > 0 ? one : other;
  // If two values have the same time, the lower one counts: a server that raises a value has to send the time of the
  // edit.
  const lower = (one.body.value ?? 0) - (other.body.value ?? 0);
  if (fields[0] === 'value' && lower !== 0) return lower < 0 ? one : other;
  const said = ({ body }: Statement) => JSON.stringify(fields.map((field) => body[field] ?? null));
  return said(one) <= said(other) ? one : other;
}
