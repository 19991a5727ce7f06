// Stores old raw events in R2: gzipped NDJSON, one object per account and day (more for large days). IP addresses are
// in separate objects under ips/<day>/, so that they can be erased without rewriting the events.
import type { Env } from '../../../env.ts';
import type { PixelEventBody } from '../../../pixel/event-body.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';

/** The key of the object with an archived part's IP addresses. */
function ipsKey(eventsKey: string): string {
  const [, account, day, part] = eventsKey.split('/');
  return `ips/${day}/${account}/${part}`;
}

export function partKey(account: string, day: string, firstId: string, lastId: string): string {
  return `events/${account}/${day}/${firstId}-${lastId}.ndjson.gz`;
}

async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return await new Response(stream).arrayBuffer();
}

async function gunzip(body: ReadableStream): Promise<string> {
  return await new Response(body.pipeThrough(new DecompressionStream('gzip'))).text();
}

/** Writes one part. Writing the same events again gives the same objects. */
export async function writePart(env: Env, key: string, events: StoredEvent[]): Promise<void> {
  const lines = events
    .map((event) => JSON.stringify({ ...event, ipAddress: null, reports: null }))
    .join('\n');
  const ips = events.filter((event) => event.ipAddress !== null);
  if (ips.length > 0) {
    const text = ips.map((event) => JSON.stringify([event.id, event.ipAddress])).join('\n');
    await env.ARCHIVE.put(ipsKey(key), await gzip(text));
  }
  await env.ARCHIVE.put(key, await gzip(lines));
}

/** An event of one part, with its IP address while that is kept; null when the part does not contain it. */
export async function findArchivedEvent(env: Env, key: string, id: string): Promise<StoredEvent | null> {
  const object = await env.ARCHIVE.get(key);
  if (!object) return null;
  const line = (await gunzip(object.body)).split('\n').find((text) => text.startsWith(`{"id":"${id}"`));
  if (!line) return null;
  const event = JSON.parse(line) as StoredEvent;
  const ips = await env.ARCHIVE.get(ipsKey(key));
  if (ips) {
    const entry = (await gunzip(ips.body)).split('\n').find((text) => text.startsWith(`["${id}"`));
    if (entry) event.ipAddress = (JSON.parse(entry) as [string, string])[1];
  }
  return event;
}

/** The events of a part for which `wanted` is true, without their IP addresses. */
export async function listArchivedEvents(
  env: Env,
  key: string,
  wanted: (event: StoredEvent) => boolean,
): Promise<StoredEvent[]> {
  const object = await env.ARCHIVE.get(key);
  if (!object) return [];
  const lines = (await gunzip(object.body)).split('\n');
  return lines.map((line) => JSON.parse(line) as StoredEvent).filter(wanted);
}

/**
 * Removes what identifies a visitor from some events of a part, with their IP addresses. Running it again changes nothing.
 * @param forget returns an event's body without it.
 * @returns false when somebody else wrote the part meanwhile.
 */
export async function forgetInPart(
  env: Env,
  key: string,
  ids: ReadonlySet<string>,
  forget: (body: PixelEventBody) => PixelEventBody,
): Promise<boolean> {
  const rewritten = await rewrite(env, key, (line) => {
    const event = JSON.parse(line) as StoredEvent;
    if (!ids.has(event.id)) return line;
    return JSON.stringify({ ...event, body: forget(event.body) });
  });
  const withoutIps = await rewrite(env, ipsKey(key), (line) =>
    ids.has((JSON.parse(line) as [string, string])[0]) ? null : line,
  );
  return rewritten && withoutIps;
}

/** Rewrites the lines of an object, if it exists. @returns false when it was changed meanwhile. */
async function rewrite(env: Env, key: string, change: (line: string) => string | null): Promise<boolean> {
  const object = await env.ARCHIVE.get(key);
  if (!object) return true;
  const before = await gunzip(object.body);
  const lines = before === '' ? [] : before.split('\n');
  const after = lines.flatMap((line) => change(line) ?? []).join('\n');
  if (after === before) return true;
  const onlyIf = { etagMatches: object.etag };
  return (await env.ARCHIVE.put(key, await gzip(after), { onlyIf })) !== null;
}

/** Erases the IP addresses of all days before `day` (YYYY-MM-DD). @returns the number of deleted objects. */
export async function eraseIpsBefore(env: Env, day: string): Promise<number> {
  let erased = 0;
  for (;;) {
    const listed = await env.ARCHIVE.list({ prefix: 'ips/', limit: 500 });
    const old = listed.objects.map((object) => object.key).filter((key) => key < `ips/${day}`);
    if (old.length === 0) return erased;
    await env.ARCHIVE.delete(old);
    erased += old.length;
  }
}
