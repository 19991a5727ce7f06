// Encrypts texts that the database must not store in plain text: AES-GCM with a key that is a secret of the
// deployment.
import { base64url } from 'oslo/encoding';
import { AppError } from './error.ts';

/**
 * A deployment's keys by their IDs. The first one seals and all of them open, so a key is rotated by putting
 * a new one first.
 */
export type SealingKeys = ReadonlyMap<string, string>;

export const NO_SEALING_KEYS: SealingKeys = new Map();

const FORMAT = /^([A-Za-z0-9-]{1,32})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]+)$/;
const IV_BYTES = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const imported = new Map<string, Promise<CryptoKey>>();

/**
 * Seals a text as `<key ID>.<iv>.<ciphertext>`.
 * @param about the record that it belongs to, such as its account and ID: it opens only with the same values.
 */
export async function seal(keys: SealingKeys, text: string, about: readonly string[]): Promise<string> {
  const [first] = keys;
  if (!first) throw new Error('There is no key to seal with: see SEALING_KEYS.');
  const [keyId, secret] = first;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bound(about, keyId) },
    await keyOf(secret),
    encoder.encode(text),
  );
  return `${keyId}.${encode(iv)}.${encode(new Uint8Array(sealed))}`;
}

/**
 * Throws an Error, without any of the text, for a sealed text that was changed, moved or sealed with an
 * unknown key.
 */
export async function openSealed(
  keys: SealingKeys,
  sealed: string,
  about: readonly string[],
): Promise<string> {
  const [, keyId, iv, bytes] = FORMAT.exec(sealed) ?? [];
  const secret = keyId === undefined ? undefined : keys.get(keyId);
  if (secret === undefined)
    throw new Error(`No key opens this sealed text (key ID ${keyId ?? 'unreadable'}).`);
  const text = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: base64url.decode(iv!, { strict: false }), additionalData: bound(about, keyId!) },
    await keyOf(secret),
    base64url.decode(bytes!, { strict: false }),
  );
  return decoder.decode(text);
}

/**
 * Opens a sealed field of a record. Throws unavailable with `unreadable` when no key opens it, which means that a key is
 * missing from SEALING_KEYS.
 */
export async function openField(
  keys: SealingKeys,
  sealed: string,
  about: readonly string[],
  unreadable: string,
): Promise<string> {
  try {
    return await openSealed(keys, sealed, about);
  } catch {
    throw new AppError('unavailable', unreadable);
  }
}

/** An unambiguous form of the list, with the key's ID, so that neither can be exchanged. */
const bound = (about: readonly string[], keyId: string) => encoder.encode(JSON.stringify([...about, keyId]));

const encode = (bytes: Uint8Array) => base64url.encode(bytes, { includePadding: false });

function keyOf(secret: string): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known) return known;
  const bytes = base64url.decode(secret.replaceAll('+', '-').replaceAll('/', '_'), { strict: false });
  const fresh = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  imported.set(secret, fresh);
  return fresh;
}
