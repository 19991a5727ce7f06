// Links that carry their own permission: to read a file's bytes for a short time, or to put one part of it. Each
// file has a key of its own in its row, which has to be read for either anyway; so there is no secret to deploy,
// and every link of a file dies with it.
import { equalInConstantTime, hmacSha256Hex } from '../../../kit/crypto.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

const READABLE_MS = 10 * MINUTE_MS;

interface Signed {
  id: string;
  urlKey: string;
}

/**
 * A link to the bytes, good for ten minutes unless said otherwise, and when it ends (milliseconds).
 * @param filesUrl where files are served.
 */
export async function downloadUrl(
  file: Signed,
  now: number,
  filesUrl: string,
  lives = READABLE_MS,
): Promise<{ url: string; expiresAt: number }> {
  const expiresAt = now + lives;
  return { url: await signedUrl(filesUrl, `/files/${file.id}`, 'GET', file, expiresAt), expiresAt };
}

/** Where to PUT part `number` until `expiresAt` (milliseconds). */
export async function partUrl(
  file: Signed,
  number: number,
  expiresAt: number,
  publicUrl: string,
): Promise<string> {
  return await signedUrl(publicUrl, `/files/${file.id}/parts/${number}`, 'PUT', file, expiresAt);
}

async function signedUrl(
  origin: string,
  path: string,
  method: 'GET' | 'PUT',
  file: Signed,
  expiresAt: number,
): Promise<string> {
  const signature = await hmacSha256Hex(file.urlKey, `${method} ${path} ${expiresAt}`);
  return `${origin}${path}?expires=${expiresAt}&signature=${signature}`;
}

/**
 * Refuses without a look at the file what cannot be one of our links, and what has ended. Throws not_found or
 * permission_denied, whether there is such a file or not.
 */
export function checkForm(fileId: string, url: URL, now: number): void {
  const expires = url.searchParams.get('expires') ?? '';
  const signature = url.searchParams.get('signature') ?? '';
  const ours = isId(fileId, ['file']) && /^[0-9]{13}$/.test(expires) && /^[0-9a-f]{64}$/.test(signature);
  if (!ours) throw notFound('file');
  if (Number(expires) <= now) {
    throw new AppError('permission_denied', 'This link has expired. Read the file again for a new one.');
  }
}

/** Throws not_found for a link that we did not make: as for a file that is not there. */
export async function checkSignature(file: Signed, method: 'GET' | 'PUT', url: URL): Promise<void> {
  const expires = url.searchParams.get('expires') ?? '';
  const expected = await hmacSha256Hex(file.urlKey, `${method} ${url.pathname} ${expires}`);
  if (!equalInConstantTime(url.searchParams.get('signature') ?? '', expected)) {
    throw notFound('file');
  }
}
