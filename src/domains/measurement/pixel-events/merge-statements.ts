// All reports of a server (or of a shop) as one. Of what several of them say the newest by its own time holds, whichever was
// received first: so an edit is a report with the time of the edit, and the sale's own time stays the earliest.
import { type PixelEventBody, strictestConsent } from '../../../pixel/event-body.ts';

/** What a server, or a shop, says in all its reports of an event. Times are milliseconds. */
export interface Statement {
  /** When the first of them was received. */
  receivedAt: number;
  /** The event's own time: the earliest that they name. */
  firstAt: number;
  /** The keys that they name, by which they are of one event: no browser can add to them. */
  keys: string[];
  body: PixelEventBody;
  /** The time of the report that a part of the body is from, by its first field: firstAt where it is not here. */
  stamps: Record<string, number>;
}

type Field = keyof PixelEventBody;

/** Fields that mean something only together. The first tells whether there is anything, of a link any of the first three. */
const PARTS: readonly (readonly Field[])[] = [
  ['value', 'currency'],
  ['serviceId', 'campaign', 'landing', 'landedAt'],
  ['attributionId'],
  ['clickId'],
  ['clickIds'],
  ['user'],
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
    keys: [...new Set([...one.keys, ...other.keys])].sort(),
    body,
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
  // The lower of two values of the same moment counts: a server that reports a higher one says when it was edited.
  const lower = (one.body.value ?? 0) - (other.body.value ?? 0);
  if (fields[0] === 'value' && lower !== 0) return lower < 0 ? one : other;
  const said = ({ body }: Statement) => JSON.stringify(fields.map((field) => body[field] ?? null));
  return said(one) <= said(other) ? one : other;
}
