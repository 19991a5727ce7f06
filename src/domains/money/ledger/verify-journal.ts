// Recalculates everything from the journal alone: the hash chain, each entry's double entry, every balance on
// the way, and the derived records. Reports the first place where the stored books differ. Works a portion at
// a time, so that the ledger keeps working in between.
import { yearOf } from '../../../kit/time.ts';
import { type Bucket, CHART, isBucket } from './chart.ts';
import { entryHash, genesisHash } from './hash-entry.ts';
import type { Journal, StoredEntry } from './journal.ts';
import type { Entry } from './posting.ts';
import { orphansProblem, RECORDS, type Records, recordsProblem } from './verify-records.ts';

/**
 * Entries or records checked at once, in some 20 ms. An entry of a payout counts once for each of its
 * earnings.
 */
const PORTION = 250;

/** The position of a verification: first among the entries, then within each kind of record. */
export interface Checkpoint {
  seq: number;
  hash: string;
  /** By currency and bucket, separated by a space. */
  balances: Record<string, number>;
  /** What was paid, by currency and year, separated by a space. */
  paid: Record<string, number>;
  /** Null while entries are left. */
  records: { kind: Records; after: string } | null;
}

export type Verdict =
  | { done: false; checkpoint: Checkpoint }
  | { done: true; ok: true; entries: number; hash: string }
  /** `seq` is the faulty entry; null when the journal is correct but the data derived from it is not. */
  | { done: true; ok: false; seq: number | null; problem: string };

/** Verifies one portion. @param from where the last one ended; null to begin. */
export function verifyJournal(journal: Journal, from: Checkpoint | null, portion = PORTION): Verdict {
  if (!journal.exists) return { done: true, ok: true, entries: 0, hash: '' };
  const start = { seq: 0, hash: genesisHash(journal.holder), balances: {}, paid: {}, records: null };
  const checkpoint = from ?? start;
  return checkpoint.records
    ? verifyRecords(journal, checkpoint, checkpoint.records, portion)
    : verifyEntries(journal, checkpoint, portion);
}

function verifyEntries(journal: Journal, from: Checkpoint, portion: number): Verdict {
  let { seq, hash } = from;
  const balances = new Map(Object.entries(from.balances));
  const paid = new Map(Object.entries(from.paid));
  const rows = journal.storedEntries(seq, portion);
  let weight = 0;
  for (const row of rows) {
    const wrong = chainProblem(row, seq, hash);
    if (wrong !== null) return { done: true, ok: false, seq: row.seq, problem: wrong };
    const entry = journal.read(row);
    const problem =
      (entry.key === row.key ? null : 'the key is not the one in the entry') ??
      legsProblem(entry, balances, paid) ??
      recordsProblem(journal, row.seq, entry);
    if (problem !== null) return { done: true, ok: false, seq: row.seq, problem };
    seq = row.seq;
    hash = row.hash;
    weight += 1 + entry.earnings.length;
    if (weight >= portion) break;
  }
  const sums = { balances: Object.fromEntries(balances), paid: Object.fromEntries(paid) };
  if (weight >= portion) return { done: false, checkpoint: { seq, hash, ...sums, records: null } };
  const problem =
    endProblem(journal, seq, hash, balances) ?? yearsProblem(journal, paid) ?? daysProblem(journal, balances);
  if (problem !== null) return { done: true, ok: false, seq: null, problem };
  const nothing = { balances: {}, paid: {} };
  return { done: false, checkpoint: { seq, hash, ...nothing, records: { kind: RECORDS[0], after: '' } } };
}

function verifyRecords(
  journal: Journal,
  checkpoint: Checkpoint,
  { kind, after }: { kind: Records; after: string },
  portion: number,
): Verdict {
  const { problem, last } = orphansProblem(journal, kind, after, portion);
  if (problem !== null) return { done: true, ok: false, seq: null, problem };
  const next = RECORDS[RECORDS.indexOf(kind) + 1];
  if (last !== null) return { done: false, checkpoint: { ...checkpoint, records: { kind, after: last } } };
  if (next) return { done: false, checkpoint: { ...checkpoint, records: { kind: next, after: '' } } };
  return { done: true, ok: true, entries: checkpoint.seq, hash: checkpoint.hash };
}

function chainProblem(row: StoredEntry, previousSeq: number, previousHash: string): string | null {
  if (row.seq !== previousSeq + 1) return `entry ${previousSeq + 1} is missing`;
  const follows = entryHash(previousHash, row.seq, row.key, row.body) === row.hash;
  return follows ? null : 'the hash does not follow from the entry';
}

function legsProblem(entry: Entry, balances: Map<string, number>, paid: Map<string, number>): string | null {
  const sums = new Map<string, number>();
  for (const [currency, bucket, amount, after] of entry.legs) {
    if (!isBucket(bucket)) return `there is no bucket ${String(bucket)}`;
    const id = `${currency} ${bucket}`;
    const balance = (balances.get(id) ?? 0) + amount;
    if (balance !== after) return `${id} is ${after} where the sum is ${balance}`;
    if (balance < 0 && !CHART[bucket].mayGoBelowZero) return `${id} is below zero`;
    balances.set(id, balance);
    if (bucket === 'paid') {
      const year = `${currency} ${yearOf(entry.at)}`;
      paid.set(year, (paid.get(year) ?? 0) + amount);
    }
    sums.set(currency, (sums.get(currency) ?? 0) + CHART[bucket].side * amount);
  }
  for (const [currency, sum] of sums) if (sum !== 0) return `the entry is off by ${sum} ${currency}`;
  for (const currency of sums.keys()) {
    if ((balances.get(`${currency} owed`) ?? 0) > 0 && (balances.get(`${currency} withdrawable`) ?? 0) > 0) {
      return `${currency} is owed while something is withdrawable`;
    }
  }
  return earningsProblem(entry);
}

/** Only changes of earnings may move the buckets of earnings. */
function earningsProblem({ legs, earnings }: Entry): string | null {
  const moved = new Map<string, number>();
  const move = (currency: string, status: string | null, amount: number) => {
    if (status === null || status === 'reversed') return;
    const id = `${currency} ${status === 'paying' ? 'available' : status}`;
    moved.set(id, (moved.get(id) ?? 0) + amount);
  };
  for (const { currency, was, status, net } of earnings) {
    move(currency, was, -net);
    move(currency, status, net);
  }
  for (const [currency, bucket, amount] of legs) {
    if (CHART[bucket].by === 'earnings') move(currency, bucket, -amount);
  }
  for (const [id, amount] of moved) if (amount !== 0) return `${id} is off its earnings by ${-amount}`;
  return null;
}

/** The checks after the last entry: the head and the stored balances. */
function endProblem(
  journal: Journal,
  seq: number,
  hash: string,
  balances: Map<string, number>,
): string | null {
  if (journal.head.seq !== seq || journal.head.hash !== hash) {
    return `the journal ends at ${seq}, the ledger at ${journal.head.seq}`;
  }
  const kept = journal.sql
    .exec<{ currency: string; bucket: string; amount: number }>(
      'SELECT currency, bucket, amount FROM balances',
    )
    .toArray();
  const seen = new Set<string>();
  for (const { currency, bucket, amount } of kept) {
    const id = `${currency} ${bucket}`;
    seen.add(id);
    if (amount !== (balances.get(id) ?? 0))
      return `${id} is kept as ${amount}, the sum is ${balances.get(id) ?? 0}`;
    if (journal.balance(currency, bucket as Bucket) !== amount)
      return `${id} is remembered as another amount`;
  }
  for (const [id, amount] of balances) if (amount !== 0 && !seen.has(id)) return `${id} is not kept`;
  return null;
}

function yearsProblem(journal: Journal, paid: Map<string, number>): string | null {
  const kept = new Map(
    journal.paidByYear().map(({ currency, year, cents }) => [`${currency} ${year}`, cents]),
  );
  for (const id of new Set([...kept.keys(), ...paid.keys()])) {
    const [books, sum] = [kept.get(id) ?? 0, paid.get(id) ?? 0];
    if (books !== sum) return `paid in ${id} is kept as ${books}, the sum is ${sum}`;
  }
  return null;
}

function daysProblem(journal: Journal, balances: Map<string, number>): string | null {
  const kept = new Map(
    journal.movedBefore(Number.MAX_SAFE_INTEGER).flatMap(({ currency, sent, received }) => [
      [`${currency} sent`, sent],
      [`${currency} received`, received],
    ]),
  );
  for (const [id, sum] of balances) {
    const moved = id.endsWith(' sent') || id.endsWith(' received');
    if (moved && (kept.get(id) ?? 0) !== sum)
      return `${id} by day is kept as ${kept.get(id) ?? 0}, the sum is ${sum}`;
  }
  return null;
}
