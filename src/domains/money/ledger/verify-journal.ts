// Works everything out again from the journal alone: the chain of hashes, each entry's double entry, every balance
// on the way, and the records that follow from it; and names the first place where the books say otherwise.
import { yearOf } from '../../../kit/time.ts';
import { type Bucket, CHART, isBucket } from './chart.ts';
import { entryHash, genesisHash } from './hash-entry.ts';
import type { Journal } from './journal.ts';
import type { Entry } from './posting.ts';
import { type Confirmed, recordsProblem } from './verify-records.ts';

/** Entries looked at in one call, so that a long journal never holds up the object for long. */
export const ENTRIES_A_CALL = 20_000;

/** How far a verification got. */
export interface Checkpoint {
  seq: number;
  hash: string;
  /** By currency and bucket, separated by a space. */
  balances: Record<string, number>;
  /** What was paid, by currency and year, separated by a space. */
  paid: Record<string, number>;
  confirmed: Confirmed;
}

export type Verdict =
  | { done: false; checkpoint: Checkpoint }
  | { done: true; ok: true; entries: number; hash: string }
  /** `seq` is the entry's; null when the journal is right and what is kept beside it is not. */
  | { done: true; ok: false; seq: number | null; problem: string };

interface Row extends Record<string, SqlStorageValue> {
  seq: number;
  key: string;
  body: string;
  hash: string;
}

export function verifyJournal(
  journal: Journal,
  from: Checkpoint | null,
  limit: number = ENTRIES_A_CALL,
): Verdict {
  if (!journal.exists) return { done: true, ok: true, entries: 0, hash: '' };
  let { seq, hash } = from ?? { seq: 0, hash: genesisHash(journal.holder) };
  const balances = new Map(Object.entries(from?.balances ?? {}));
  const paid = new Map(Object.entries(from?.paid ?? {}));
  const confirmed = { ...(from?.confirmed ?? { lines: 0, earnings: 0, transfers: 0 }) };
  const rows = journal.sql.exec<Row>(
    'SELECT seq, key, body, hash FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
    seq,
    limit,
  );
  let read = 0;
  for (const row of rows) {
    read++;
    const problem = rowProblem(journal, row, seq, hash, balances, paid, confirmed);
    if (problem !== null) return { done: true, ok: false, seq: row.seq, problem };
    seq = row.seq;
    hash = row.hash;
  }
  if (read === limit) {
    const sums = { balances: Object.fromEntries(balances), paid: Object.fromEntries(paid) };
    return { done: false, checkpoint: { seq, hash, ...sums, confirmed } };
  }
  const problem =
    endProblem(journal, seq, hash, balances) ??
    yearsProblem(journal, paid) ??
    countProblem(journal, confirmed);
  return problem === null
    ? { done: true, ok: true, entries: seq, hash }
    : { done: true, ok: false, seq: null, problem };
}

function rowProblem(
  journal: Journal,
  row: Row,
  previousSeq: number,
  previousHash: string,
  balances: Map<string, number>,
  paid: Map<string, number>,
  confirmed: Confirmed,
): string | null {
  if (row.seq !== previousSeq + 1) return `entry ${previousSeq + 1} is missing`;
  if (entryHash(previousHash, row.seq, row.body) !== row.hash)
    return 'the hash does not follow from the entry';
  const entry = JSON.parse(row.body) as Entry;
  if (entry.key !== row.key) return 'the key is not the one in the entry';
  return legsProblem(entry, balances, paid) ?? recordsProblem(journal, row.seq, entry, confirmed);
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
  return null;
}

/** What must be so once all entries are read: the head, the kept balances, and the sums of earnings and transfers. */
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
  return sumsProblem(journal, balances);
}

function sumsProblem(journal: Journal, balances: Map<string, number>): string | null {
  const sums = new Map<string, number>();
  const earnings = journal.sql.exec<{ currency: string; status: string; net: number }>(
    `SELECT currency, CASE status WHEN 'paying' THEN 'available' ELSE status END AS status, SUM(net) AS net
    FROM earnings WHERE status <> 'reversed' GROUP BY 1, 2`,
  );
  for (const { currency, status, net } of earnings) sums.set(`${currency} ${status}`, net);
  const open = journal.sql.exec<{ currency: string; amount: number }>(
    "SELECT currency, SUM(amount) AS amount FROM transfers WHERE state = 'reserved' GROUP BY currency",
  );
  for (const { currency, amount } of open) sums.set(`${currency} reserved`, amount);
  for (const bucket of ['pending', 'held', 'available', 'paid', 'reserved'] as const) {
    const currencies = new Set([...balances.keys(), ...sums.keys()].map((id) => id.split(' ')[0]!));
    for (const currency of currencies) {
      const id = `${currency} ${bucket}`;
      const [books, records] = [balances.get(id) ?? 0, sums.get(id) ?? 0];
      if (books !== records) return `${id} is ${books} in the books and ${records} in the records`;
    }
  }
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

/** A record that no entry wrote, or that claims another entry than its last. */
function countProblem(journal: Journal, confirmed: Confirmed): string | null {
  const kept = journal.sql
    .exec<Record<keyof Confirmed, number>>(
      `SELECT (SELECT COUNT(*) FROM lines) AS lines, (SELECT COUNT(*) FROM earnings) AS earnings,
        (SELECT COUNT(*) FROM transfers WHERE state <> 'refused') AS transfers`,
    )
    .one();
  for (const records of ['lines', 'earnings', 'transfers'] as const) {
    // Fewer are none of these: a record was confirmed in one call, and again by what changed it before the next.
    const strange = kept[records] - confirmed[records];
    if (strange > 0) return `${strange} ${records} were written by no entry`;
  }
  return null;
}
