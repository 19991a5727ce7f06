// IDs: a type prefix and 26 characters that sort by time (the ULID layout, in lower case). A record's
// createdAt is always the time in its ID, so a list needs no sort key besides the ID.
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export const ID_PREFIXES = {
  account: 'acct',
  creator: 'crtr',
  relationship: 'rel',
  program: 'prog',
  application: 'appl',
  submission: 'sub',
  file: 'file',
  campaign: 'camp',
  adSet: 'adset',
  campaignEntry: 'cent',
  ad: 'ad',
  adTemplate: 'adtpl',
  adAuthorization: 'adauth',
  adsResource: 'res',
  connection: 'conn',
  platformTask: 'ptsk',
  pixel: 'pxl',
  pixelEvent: 'pev',
  conversion: 'conv',
  event: 'evt',
  delivery: 'dlv',
  key: 'key',
  agreement: 'agr',
  acceptance: 'agac',
  product: 'prod',
  sample: 'smp',
  retainer: 'ret',
  creatorCode: 'code',
  ledgerLine: 'txn',
  earning: 'ern',
  withdrawal: 'wdr',
  payment: 'pay',
  charge: 'chg',
  brandFee: 'bfee',
  refund: 'rfd',
  payout: 'po',
  post: 'post',
  mirroredPost: 'mpost',
  staffAction: 'sact',
  difference: 'diff',
  correction: 'corr',
  app: 'oapp',
  grant: 'grnt',
  person: 'user',
  session: 'ses',
  invitation: 'inv',
  mail: 'mail',
  thread: 'thr',
  message: 'msg',
  messageReport: 'mrep',
  auditEntry: 'aud',
  embed: 'emb',
  adsPlan: 'plan',
  adsOperation: 'op',
  export: 'exp',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Ten characters that sort like their numbers, up to 2^50. */
function digits(number: number): string {
  let rest = number;
  let out = '';
  for (let i = 0; i < 10; i++) {
    out = ALPHABET[rest % 32] + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

/** Random characters. Each uses five bits of a byte, which is unbiased for an alphabet of 32. */
function random(length: number): string {
  let out = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) out += ALPHABET[byte & 31];
  return out;
}

/** The last number that this isolate used in each recent millisecond. */
const given = new Map<number, number>();
const MOMENTS_KEPT = 100;

/**
 * Four characters that grow within a millisecond, so that IDs that an isolate makes in the same millisecond,
 * such as a request's events, sort in order. They start at a random point of the lower half, so that they do
 * not reveal how many IDs were made.
 */
function sequence(now: number): string {
  let number = given.get(now);
  if (number === undefined) {
    if (given.size >= MOMENTS_KEPT) given.clear();
    number = crypto.getRandomValues(new Uint32Array(1))[0]! % 2 ** 19;
  }
  given.set(now, number + 1);
  return digits(number + 1).slice(-4);
}

/** A new ID of `kind` with the time `now` (milliseconds since the epoch) and 60 random bits. */
export function newId(kind: IdKind, now: number): string {
  return `${ID_PREFIXES[kind]}_${digits(now)}${sequence(now)}${random(12)}`;
}

/**
 * The ID of a numbered record: IDs of the same time sort by their numbers.
 * @param whose 6 to 12 characters of the alphabet that identify the series. @param number of as many digits as remain.
 */
export function numberedId(kind: IdKind, ms: number, whose: string, number: number): string {
  return `${ID_PREFIXES[kind]}_${digits(ms)}${whose}${digits(number).slice(whose.length - 16)}`;
}

/** The number in a numbered ID. @param length its digits: 16 less the characters that identify the series. */
export function idNumber(id: string, length = 10): number {
  return value(id.slice(-length).padStart(10, ALPHABET[0]));
}

/** The smallest possible ID of `kind` at `ms`: a bound for "created at or after". */
export function lowestId(kind: IdKind, ms: number): string {
  return `${ID_PREFIXES[kind]}_${digits(Math.max(0, ms))}0000000000000000`;
}

/** The milliseconds in an ID's time part. NaN when it is not one of our IDs. */
export function idTime(id: string): number {
  const start = id.indexOf('_') + 1;
  return value(id.slice(start, start + 10));
}

/** The number that ten characters encode; NaN for characters outside the alphabet. */
function value(characters: string): number {
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    const digit = ALPHABET.indexOf(characters[i] ?? '?');
    if (digit < 0) return Number.NaN;
    sum = sum * 32 + digit;
  }
  return sum;
}

/** Whether a text has the form of an ID of one of `kinds`. */
export function isId(text: string, kinds: readonly IdKind[]): boolean {
  const end = text.indexOf('_');
  return (
    kinds.some((kind) => ID_PREFIXES[kind] === text.slice(0, end)) &&
    /^[0-9a-z]{26}$/.test(text.slice(end + 1))
  );
}

/** A request's ID, for logs and support. */
export function newRequestId(now: number): string {
  return `req_${digits(now)}${random(16)}`;
}
