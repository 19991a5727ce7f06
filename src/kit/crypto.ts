// The only place that creates random strings, digests, signatures and encodings; digests of long texts are in long-digest.ts.
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { alphabet, constantTimeEqual, generateRandomString, HMAC } from 'oslo/crypto';
import { base64, base64url, encodeHex } from 'oslo/encoding';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BASE62 = alphabet('0-9', 'A-Z', 'a-z');
const hmac = new HMAC('SHA-256');

/** `length` characters of base62, from the platform's random source. */
export function randomBase62(length: number): string {
  return generateRandomString(length, BASE62);
}

/** Without what people mistake for another: no 0, 1, i, l, o. */
const READABLE = '23456789abcdefghjkmnpqrstuvwxyz';

/** `length` lower-case characters that people copy by hand, from the platform's random source: some 5 bits each. */
export function randomReadable(length: number): string {
  return generateRandomString(length, READABLE);
}

/** SHA-256 of a text's UTF-8 bytes as lower-case hex. Synchronous: for short strings it beats WebCrypto. */
export function sha256Hex(text: string): string {
  return encodeHex(nobleSha256(encoder.encode(text)));
}

/** The first 32 bits of the SHA-256 of a text's UTF-8 bytes. */
export function sha256Number(text: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = nobleSha256(encoder.encode(text));
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** SHA-256 of a text's UTF-8 bytes as base64url without padding: a PKCE challenge. */
export function sha256Base64Url(text: string): string {
  return base64url.encode(nobleSha256(encoder.encode(text)), { includePadding: false });
}

/** Bytes as lower-case hex. */
export function toHex(bytes: ArrayBuffer): string {
  return encodeHex(new Uint8Array(bytes));
}

/** HMAC-SHA256 of `text` under `secret`, lower-case hex. */
export async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  return encodeHex(await hmac.sign(encoder.encode(secret), encoder.encode(text)));
}

/** HMAC-SHA256 of `bytes` under `secret` as base64 with padding. */
export async function hmacSha256Base64(secret: string, bytes: Uint8Array): Promise<string> {
  return base64.encode(new Uint8Array(await hmac.sign(encoder.encode(secret), bytes)));
}

/** Compares two texts in a time that depends only on their lengths. */
export function equalInConstantTime(a: string, b: string): boolean {
  return constantTimeEqual(encoder.encode(a), encoder.encode(b));
}

export function toBase64Url(text: string): string {
  return base64url.encode(encoder.encode(text), { includePadding: false });
}

/** Throws on text that is not base64url. */
export function fromBase64Url(text: string): string {
  return decoder.decode(base64url.decode(text, { strict: false }));
}

/** `length` base62 characters that depend on every character of `text`: a checksum, not a secret. */
export function base62Checksum(text: string, length: number): string {
  const digest = nobleSha256(encoder.encode(text));
  let out = '';
  for (let i = 0; i < length; i++) out += BASE62[digest[i]! % 62];
  return out;
}
