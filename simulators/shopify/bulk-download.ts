// GET of a bulk operation's file: by a signed address that ends, whole or from any byte on. No token is asked for.

import { type Bulk, bulkOf, bytesOf, measuredOf, signatureOf, statusOf } from './bulk.ts';
import { asBytes, type Measured, piecesOf } from './bulk-file.ts';
import { SECOND, type World } from './world.ts';

const refused = (status: number, code: string, message: string) =>
  new Response(
    `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    {
      status,
      headers: { 'Content-Type': 'application/xml; charset=UTF-8' },
    },
  );

/** The first byte and the one behind the last; null for a range that the file does not have. */
function rangeOf(header: string | null, bytes: number): [number, number] | null | 'all' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') return last === '0' ? null : [Math.max(0, bytes - Number(last)), bytes];
  const end = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return Number(first) < end ? [Number(first), end] : null;
}

async function write(
  world: World,
  one: Bulk,
  { starts }: Measured,
  [from, to]: [number, number],
  into: WritableStream<Uint8Array>,
  cut: number,
): Promise<void> {
  const writer = into.getWriter();
  const pieces = piecesOf(world, one);
  const end = Math.min(to, from + cut);
  for (let at = starts.findLastIndex((start) => start <= from); at < pieces.count; at++) {
    const start = starts[at]!;
    if (start >= end) break;
    const bytes = asBytes(pieces.read(at));
    await writer.write(bytes.subarray(Math.max(0, from - start), Math.max(0, end - start)));
  }
  if (end < to) await writer.abort('The connection was cut.');
  else await writer.close();
}

/** @param cut after how many bytes the connection ends, where a test wants that. */
export async function download(world: World, request: Request, url: URL, number: string, cut: number | null) {
  const one = bulkOf(world, number);
  const expires = url.searchParams.get('Expires') ?? '';
  if (!one || url.searchParams.get('Signature') !== (await signatureOf(one, expires)))
    return refused(403, 'SignatureDoesNotMatch', 'Access denied.');
  if (Number(expires) * SECOND <= world.now()) return refused(400, 'ExpiredToken', 'Invalid argument.');
  if (!/COMPLETED|FAILED/.test(statusOf(world, one)))
    return refused(404, 'NoSuchKey', 'The specified key does not exist.');
  const measured = measuredOf(world, one);
  const bytes = bytesOf(world, one);
  const etag = `"${one.number}"`;
  const ifRange = request.headers.get('if-range');
  const wanted = ifRange !== null && ifRange !== etag ? 'all' : rangeOf(request.headers.get('range'), bytes);
  if (wanted === null)
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes}` } });
  const [from, to] = wanted === 'all' ? [0, bytes] : wanted;
  const { readable, writable } = new FixedLengthStream(to - from);
  // A reader that stops reading ends it.
  write(world, one, measured, [from, to], writable, cut ?? Number.POSITIVE_INFINITY).catch(() => undefined);
  world.count('GET bulk');
  return new Response(readable, {
    status: wanted === 'all' ? 200 : 206,
    headers: {
      ...{ 'Content-Type': 'application/jsonl', 'Accept-Ranges': 'bytes', ETag: etag },
      ...(wanted !== 'all' && { 'Content-Range': `bytes ${from}-${to - 1}/${bytes}` }),
    },
  });
}
