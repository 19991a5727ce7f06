// The canonical form of each personal field before it is hashed. The browser script, the edge and the API
// share this file, so that a person's hash is the same wherever the data was given. It imports nothing,
// because it is bundled into the script.

export const USER_FIELDS = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'city',
  'state',
  'zip',
  'country',
  'externalId',
] as const;
export type UserField = (typeof USER_FIELDS)[number];

/** Whether a value looks like a SHA-256 in hex, in either case: it is then kept, in lower case. */
export const IS_HASH = /^[0-9a-f]{64}$/i;

/** The canonical form of `raw`; empty when nothing is left to hash. An external ID keeps its case. */
export function canonicalUserField(field: UserField, raw: string): string {
  const trimmed = raw.trim();
  if (field === 'externalId') return trimmed;
  const value = trimmed.toLowerCase();
  if (field === 'email' || field === 'country') return value;
  if (field === 'phone') return value.replace(/\D/g, '').replace(/^0+/, '');
  if (field === 'zip') return value.replace(/-.*|\s/g, '');
  const letters = value.replace(/[\p{N}\p{P}\p{S}]/gu, '');
  return /name/i.test(field) ? letters.trim() : letters.replace(/\s/g, '');
}
