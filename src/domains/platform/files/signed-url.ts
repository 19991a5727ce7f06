// Links that are their own permission: to read bytes for a short time, or to put one part of a file.
// Each file's or export's row has a key of its own, and the row has to be read anyway. So there is no secret to
// deploy, and the links end when the row is deleted.
import { equalInConstantTime, hmacSha256Hex } from '../../../kit/crypto.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

const READABLE_MS = 10 * MINUTE_MS;

interface Signed {
  id: string;
  urlKey: string;
}

type Kind = 'file' | 'export';

const PATHS: Record<Kind, string> = { file: '/files/', export: '/files/exports/' };

/**
 * A link to the bytes, for ten minutes by default, and its expiry (milliseconds).
 * @param filesUrl the host that serves files.
 */
export async function downloadUrl(
  file: Signed,
  now: number,
  filesUrl: string,
  { lives = READABLE_MS, kind = 'file' }: { lives?: number; kind?: Kind } = {},
): Promise<{ url: string; expiresAt: number }> {
  const expiresAt = now + lives;
  return { url: await signedUrl(filesUrl, PATHS[kind] + file.id, 'GET', file, expiresAt), expiresAt };
}

/** The URL to PUT part `number` to, until `expiresAt` (milliseconds). */
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
 * Refuses URLs that cannot be our links, and expired ones, before the row is read. Throws not_found or
 * permission_denied, whether or not the row exists.
 */
export function checkForm(id: string, url: URL, now: number, kind: Kind = 'file'): void {
  const expires = url.searchParams.get('expires') ?? '';
  const signature = url.searchParams.get('signature') ?? '';
  const ours = isId(id, [kind]) && /^[0-9]{13}$/.test(expires) && /^[0-9a-f]{64}$/.test(signature);
  if (!ours) throw notFound(kind);
  if (Number(expires) <= now) {
    throw new AppError('permission_denied', `This link has expired. Read the ${kind} again for a new one.`);
  }
}

/** Throws not_found for a link that we did not sign, the same as for a file that does not exist. */
export async function checkSignature(
  file: Signed,
  method: 'GET' | 'PUT',
  url: URL,
  kind: Kind = 'file',
): Promise<void> {
  const expires = url.searchParams.get('expires') ?? '';
  const expected = await hmacSha256Hex(file.urlKey, `${method} ${url.pathname} ${expires}`);
  if (!equalInConstantTime(url.searchParams.get('signature') ?? '', expected)) {
    throw notFound(kind);
  }
}
