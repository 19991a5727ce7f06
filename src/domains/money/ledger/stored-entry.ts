// How an entry is stored in the journal: as a list without field names, which takes a third of the space. It
// leaves out what its place already tells: the key, and the IDs of its lines.
import { sha256Hex, sha256Number } from '../../../kit/crypto.ts';
import { idTime, numberedId } from '../../../kit/ids.ts';
import type { Bucket } from './chart.ts';
import {
  type Counterparty,
  type Entry,
  type Leg,
  LINE_TYPES,
  type LineStatus,
  type Refusal,
  type WrittenLine,
} from './posting.ts';

/** One letter for each bucket. A letter never changes its meaning. */
const LETTERS: Readonly<Record<Bucket, string>> = {
  pending: 'p',
  held: 'h',
  available: 'a',
  paid: 'd',
  withdrawable: 'w',
  owed: 'o',
  in_transit: 't',
  receivable: 'r',
  charging: 'c',
  cash_in: 'i',
  cash_out: 'u',
  fees: 'f',
  processor_fees: 'x',
  losses: 'l',
  reserved: 'v',
  sent: 's',
  received: 'e',
};
const BUCKETS = Object.fromEntries(
  Object.entries(LETTERS).map(([bucket, letter]) => [letter, bucket as Bucket]),
);
/** Stored by their position in this list, as LINE_TYPES are, so only append. */
const STATUSES: readonly LineStatus[] = ['pending', 'completed', 'failed'];
const COUNTERPARTIES: readonly Counterparty['type'][] = [
  'partner',
  'payment_method',
  'creator',
  'platform',
  'account',
];

/** The most lines of an entry; the line numbers have no room for more. */
const LINES_AN_ENTRY = 128;

type Value = string | number;

/**
 * The ID of a statement line, made from its place in the journal, so that lines of the same time keep their
 * order.
 */
export function lineId(holder: string, at: number, seq: number, n: number): string {
  return numberedId('ledgerLine', at, series(holder), seq * LINES_AN_ENTRY + n);
}

/** The entry and position at which the line with such a number was written. */
export function placeOfLine(number: number): { seq: number; n: number } {
  return { seq: Math.floor(number / LINES_AN_ENTRY), n: number % LINES_AN_ENTRY };
}

const known = new Map<string, string>();

/** Six characters that distinguish one holder's lines from another's. */
function series(holder: string): string {
  let found = known.get(holder);
  if (found === undefined) {
    if (known.size > 100) known.clear();
    found = sha256Hex(holder).slice(0, 6);
    known.set(holder, found);
  }
  return found;
}

/** A key's index: 32 bits of its hash, which take a tenth of its space. Two keys may share it. */
export function keyNumber(key: string): number {
  return sha256Number(key);
}

export function storeEntry(entry: Entry): string {
  const { key, at, request, legs, earnings, lines, statuses, position, refusal } = entry;
  const rest = position === undefined && refusal === undefined ? 0 : { position, refusal };
  const linesAt = lines[0] ? idTime(lines[0].id) - at : 0;
  const kept = [
    at,
    request,
    storeLegs(legs),
    lines.map((line) => storeLine(key, line)),
    linesAt,
    statuses.length === 0 ? 0 : statuses.flatMap(({ line, status }) => [line, STATUSES.indexOf(status)]),
    earnings.length === 0 ? 0 : earnings,
    rest,
  ];
  return JSON.stringify(withoutEnd(kept, lines.length === 0 ? 3 : 4));
}

/** Drops the zeros at the end, but keeps the first `least` values. */
function withoutEnd<T>(values: T[], least: number): T[] {
  let length = values.length;
  while (length > least && values[length - 1] === 0) length--;
  return values.slice(0, length);
}

function storeLegs(legs: Leg[]): Value[] {
  let last = '';
  return legs.flatMap(([currency, bucket, amount, after]) => {
    const leg: Value[] = [LETTERS[bucket], amount, after];
    if (currency === last) return leg;
    last = currency;
    return [currency, ...leg];
  });
}

function readLegs(values: Value[]): Leg[] {
  const legs: Leg[] = [];
  let currency = '';
  for (let i = 0; i < values.length; ) {
    const name = values[i] as string;
    if (name.length === 1) {
      legs.push([currency, BUCKETS[name]!, values[i + 1] as number, values[i + 2] as number]);
      i += 3;
    } else {
      currency = name;
      i++;
    }
  }
  return legs;
}

function storeLine(key: string, line: WrittenLine): Value[] {
  const { type, status, currency, amount, fee, balanceOf, balance, counterparty } = line;
  // The source of most lines is part of the entry's key.
  const source = line.source === null ? -1 : key.split(':').indexOf(line.source);
  return withoutEnd(
    [
      LINE_TYPES.indexOf(type),
      STATUSES.indexOf(status),
      currency,
      amount,
      fee,
      balanceOf === null ? 0 : LETTERS[balanceOf],
      balance ?? '',
      source >= 0 ? source + 1 : (line.source ?? 0),
      COUNTERPARTIES.indexOf(counterparty.type),
      counterparty.name ?? 0,
      counterparty.id ?? 0,
      line.program ?? 0,
      line.description ?? 0,
      line.memo ?? 0,
      line.campaign ?? 0,
    ],
    9,
  );
}

function readLine(key: string, values: Value[], id: string): WrittenLine {
  const text = (n: number): string | null => (typeof values[n] === 'string' ? values[n] : null);
  const source = values[7];
  const letter = text(5);
  return {
    type: LINE_TYPES[values[0] as number]!,
    status: STATUSES[values[1] as number]!,
    currency: values[2] as string,
    amount: values[3] as number,
    fee: values[4] as number,
    balanceOf: letter === null ? null : BUCKETS[letter]!,
    description: text(12),
    memo: text(13),
    source: typeof source === 'number' && source > 0 ? key.split(':')[source - 1]! : text(7),
    counterparty: { type: COUNTERPARTIES[values[8] as number]!, id: text(10), name: text(9) },
    campaign: text(14),
    program: text(11),
    id,
    balance: typeof values[6] === 'number' ? values[6] : null,
  };
}

type Stored = [
  at: number,
  request: string,
  legs: Value[],
  lines?: Value[][],
  linesAt?: number,
  statuses?: Value[] | 0,
  earnings?: Entry['earnings'] | 0,
  rest?: { position?: number; refusal?: Refusal } | 0,
];

export function parseEntry(holder: string, seq: number, key: string, body: string): Entry {
  const [at, request, legs, lines = [], linesAt = 0, statuses, earnings, rest] = JSON.parse(body) as Stored;
  const changes: Entry['statuses'] = [];
  for (let i = 0; statuses && i < statuses.length; i += 2) {
    changes.push({ line: statuses[i] as string, status: STATUSES[statuses[i + 1] as number]! });
  }
  return {
    key,
    request,
    at,
    legs: readLegs(legs),
    earnings: earnings || [],
    lines: lines.map((values, n) => readLine(key, values, lineId(holder, at + linesAt, seq, n))),
    statuses: changes,
    ...(rest || {}),
  };
}
