// Takes a creator's profile picture from an account that it connected.
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { listActiveConnections, useSocial } from '../../accounts/connections/interface.ts';
import { webhookUrlProblem } from '../../accounts/keys/interface.ts';
import { createFile } from '../../platform/files/create-file.ts';
import { holdFile, pictureOf } from '../../platform/files/interface.ts';
import type { CreatorUpdateInput } from './creator-input.ts';

const MOST_A_DAY = 20;
const MOST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Stores the picture that a connected account has now as a file of the caller's, held for the creator's record.
 * Throws operation_rejected (not_connected, no_picture), rate_limited, a SocialError, or unavailable.
 * @returns the file's ID.
 */
export async function pictureFrom(
  ctx: Ctx,
  creatorId: string,
  provider: NonNullable<CreatorUpdateInput['pictureFrom']>,
): Promise<string> {
  const [connection] = await listActiveConnections(ctx, creatorId, provider);
  if (!connection)
    throw rejected('not_connected', `No connected ${provider} account to take the picture from.`);
  const write = new WriteSet(ctx.env.DB);
  spendQuota(ctx, write, {
    ...{ account: creatorId, what: 'profile_pictures', amount: 1, most: MOST_A_DAY },
    message: `A picture is taken from connected accounts at most ${MOST_A_DAY} times a day.`,
  });
  await write.commit();
  const url = await useSocial(ctx, connection, async (platform, session) => await platform.picture(session));
  if (url === null) throw rejected('no_picture', `The ${provider} account has no picture.`);
  const bytes = await bytesOf(url, ctx.vars.ALLOW_LOCAL_URLS);
  if (bytes === null || pictureOf(bytes) === null)
    throw new AppError('unavailable', `The picture of the ${provider} account could not be read. Try again.`);
  const headers = { 'Content-Length': String(bytes.byteLength) };
  const request = new Request('https://picture.invalid/', { method: 'POST', body: bytes, headers });
  const file = await createFile(ctx, { purpose: 'profile_picture' }, request);
  holdFile(ctx, file, ['processing']);
  return file.id;
}

/** The bytes at an address that a platform named; null when they can't be had. Nothing but public https is asked. */
async function bytesOf(address: string, allowLocal: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
  if (webhookUrlProblem(address, allowLocal) !== null) return null;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(address, { redirect: 'manual', signal: deadline.signal });
    if (response.status === 200 && response.body) return await readAtMost(response.body);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    size += value.byteLength;
    pieces.push(value as Uint8Array<ArrayBuffer>);
    if (size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
  }
}
