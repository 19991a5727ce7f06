// A ledger's storage: the journal, the balances and records derived from it, and the head of the chain. All
// methods are synchronous and run inside one transaction of the object; nothing else writes these tables.
import { idNumber, idTime } from '../../../kit/ids.ts';
import { type AskedBy, applyPosting, type KnownEarning, type LedgerView } from './apply-posting.ts';
import type { Bucket } from './chart.ts';
import { contentHash, entryHash, genesisHash } from './hash-entry.ts';
import { checkSchema, createSchema, hasSchema } from './journal-schema.ts';
import { addToSums, type Moved, movedBefore, type PaidInYear, paidByYear } from './journal-sums.ts';
import { type Entry, type Head, type Outcome, type Posting, refuse, type Written } from './posting.ts';
import { keyNumber, lineId, parseEntry, placeOfLine, storeEntry } from './stored-entry.ts';

export type Balances = Record<string, Partial<Record<Bucket, number>>>;

interface EarningRow extends Record<string, SqlStorageValue> {
  status: string;
  source: string;
  currency: string;
  net: number;
  hold_until_at: number | null;
}

/** An entry as it is stored in the journal. */
export interface StoredEntry extends Record<string, SqlStorageValue> {
  seq: number;
  key: string;
  body: string;
  hash: string;
}

const HASH = 'lower(hex(hash)) AS hash';

export class Journal implements LedgerView {
  readonly sql: SqlStorage;
  #holder: string | null = null;
  #ready = false;
  #seq = 0;
  #hash = '';
  /** The time of the last line, in milliseconds: a line is never dated before an earlier one. */
  #lastLineAt = 0;
  #balances = new Map<string, number>();
  /** Balances that the open transaction changed and `flush` has not written yet. */
  readonly #changed = new Set<string>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.reload();
  }

  /** Reads the head and the balances again, at the start and after a rollback. */
  reload(): void {
    this.#changed.clear();
    this.#balances = new Map();
    this.#holder = null;
    this.#ready = hasSchema(this.sql);
    if (!this.#ready) return;
    checkSchema(this.sql);
    this.#holder = this.sql
      .exec<{ value: string }>("SELECT value FROM meta WHERE name = 'holder'")
      .one().value;
    const head = this.sql
      .exec<{ seq: number; hash: string }>(`SELECT seq, ${HASH} FROM journal ORDER BY seq DESC LIMIT 1`)
      .toArray()[0];
    this.#seq = head?.seq ?? 0;
    this.#hash = head?.hash ?? genesisHash(this.#holder);
    const rows = this.sql.exec<{ currency: string; bucket: string; amount: number }>(
      'SELECT currency, bucket, amount FROM balances',
    );
    for (const row of rows) this.#balances.set(`${row.currency} ${row.bucket}`, row.amount);
    const line = this.sql.exec<{ id: string }>('SELECT id FROM lines ORDER BY id DESC LIMIT 1').toArray()[0];
    this.#lastLineAt = line ? idTime(line.id) : 0;
  }

  /** Whether anything was ever written here. */
  get exists(): boolean {
    return this.#ready;
  }

  get holder(): string {
    if (this.#holder === null) throw new Error('nobody holds this ledger yet');
    return this.#holder;
  }

  get head(): Head {
    return { seq: this.#seq, hash: this.#hash };
  }

  /**
   * Whether the journal still contains the entry with this head; false after it was rolled back behind it.
   */
  goesOnFrom({ seq, hash }: Head): boolean {
    if (seq === 0) return true;
    if (!this.#ready || seq > this.#seq) return false;
    return hash === (seq === this.#seq ? this.#hash : this.#hashOf(seq));
  }

  #hashOf(seq: number): string | undefined {
    return this.sql.exec<{ hash: string }>(`SELECT ${HASH} FROM journal WHERE seq = ?`, seq).toArray()[0]
      ?.hash;
  }

  /**
   * Binds the object to its holder with the first write. Throws when it is called under another holder's
   * name.
   */
  open(holder: string): void {
    if (!this.#ready) {
      createSchema(this.sql, holder);
      this.#ready = true;
      this.#holder = holder;
      this.#hash = genesisHash(holder);
    }
    if (this.#holder !== holder) throw new Error(`this is the ledger of ${this.#holder}, not of ${holder}`);
  }

  balance(currency: string, bucket: Bucket): number {
    return this.#balances.get(`${currency} ${bucket}`) ?? 0;
  }

  balances(): Balances {
    const found: Balances = {};
    for (const [id, amount] of this.#balances) {
      const [currency, bucket] = id.split(' ') as [string, Bucket];
      found[currency] ??= {};
      found[currency][bucket] = amount;
    }
    return found;
  }

  /** What was paid in each calendar year, newest first. */
  paidByYear(): PaidInYear[] {
    return this.#ready ? paidByYear(this.sql) : [];
  }

  /**
   * Cents sent to and received from other holders by transfers dated before `until` (milliseconds, the start
   * of a day).
   */
  movedBefore(until: number): Moved[] {
    return this.#ready ? movedBefore(this.sql, until) : [];
  }

  earning(id: string): KnownEarning | null {
    const row = this.sql
      .exec<EarningRow>('SELECT status, source, currency, net, hold_until_at FROM earnings WHERE id = ?', id)
      .toArray()[0];
    if (!row) return null;
    const { status, source, currency, net, hold_until_at } = row;
    return { status, source, currency, net, holdUntilAt: hold_until_at } as KnownEarning;
  }

  hasLine(id: string): boolean {
    return this.sql.exec('SELECT 1 FROM lines WHERE id = ?', id).toArray().length > 0;
  }

  /** The entry with a key. */
  find(key: string, number = keyNumber(key)): { seq: number; entry: Entry } | null {
    const row = this.sql
      .exec<StoredEntry>('SELECT seq, key, body FROM journal WHERE k = ? AND key = ?', number, key)
      .toArray()[0];
    return row ? { seq: row.seq, entry: this.read(row) } : null;
  }

  read({ seq, key, body }: Pick<StoredEntry, 'seq' | 'key' | 'body'>): Entry {
    return parseEntry(this.holder, seq, key, body);
  }

  /** Entries in order, after the number `after`. */
  storedEntries(after: number, limit: number): StoredEntry[] {
    return this.sql
      .exec<StoredEntry>(
        `SELECT seq, key, body, ${HASH} FROM journal WHERE seq > ? ORDER BY seq LIMIT ?`,
        after,
        limit,
      )
      .toArray();
  }

  /** The entry that wrote a line. */
  entryOfLine(id: string): Entry {
    const { seq } = placeOfLine(idNumber(id));
    return this.read(this.storedEntries(seq - 1, 1)[0]!);
  }

  linesOf(key: string): string[] | null {
    return this.find(key)?.entry.lines.map(({ id }) => id) ?? null;
  }

  /**
   * Writes a posting, unless it was written before, or returns why it is refused. Call `flush` before the
   * commit.
   * @param mayRefuse whether a refusal because of the earning's state is final, and so is stored under the
   * key.
   * @param hash identifies the content under the key: for a stage of a transfer it is the whole transfer's
   * hash.
   */
  write(
    posting: Posting,
    askedBy: AskedBy,
    mayRefuse = false,
    hash = postingHash(posting),
  ): Outcome<Written> {
    const { at } = posting;
    return this.writeOnce(posting.key, hash, (request) => {
      const outcome = this.judge(posting, request, askedBy);
      if (outcome.ok || !mayRefuse || outcome.refusal.reason !== 'earning_state') return outcome;
      const { refusal } = outcome;
      const nothing = { legs: [], earnings: [], lines: [], statuses: [] };
      return { ok: true, value: { key: posting.key, request, at, ...nothing, refusal } };
    });
  }

  /** Appends the entry that `make` returns, unless the key has one already. @param request a content hash. */
  writeOnce(key: string, request: string, make: (request: string) => Outcome<Entry>): Outcome<Written> {
    const number = typeof key === 'string' ? keyNumber(key) : 0;
    const before = typeof key === 'string' ? this.find(key, number) : null;
    if (before && before.entry.request !== request) {
      return refuse('key_reused', `The key ${key} was used for another posting.`);
    }
    if (before) return written({ ...before, head: this.head, replayed: true });
    const outcome = make(request);
    if (!outcome.ok) return outcome;
    const entry = outcome.value;
    return written({ seq: this.#append(entry, number), entry, head: this.head, replayed: false });
  }

  /** The entry that a posting would write, or why it is refused. */
  judge(posting: Posting, request: string, askedBy: AskedBy): Outcome<Entry> {
    const seq = this.#seq + 1;
    return applyPosting(this, posting, request, askedBy, (at, n) =>
      lineId(this.holder, Math.max(at, this.#lastLineAt), seq, n),
    );
  }

  #append(entry: Entry, number: number): number {
    const seq = this.#seq + 1;
    const body = storeEntry(entry);
    const hash = entryHash(this.#hash, seq, entry.key, body);
    this.sql.exec(
      'INSERT INTO journal (seq, key, k, body, hash) VALUES (?, ?, ?, ?, unhex(?))',
      seq,
      entry.key,
      number,
      body,
      hash,
    );
    for (const [currency, bucket, amount, after] of entry.legs) {
      const id = `${currency} ${bucket}`;
      this.#balances.set(id, after);
      this.#changed.add(id);
      addToSums(this.sql, currency, bucket, entry.at, amount);
    }
    for (const line of entry.lines) {
      this.sql.exec(
        'INSERT INTO lines (id, type, program, status, seq) VALUES (?, ?, ?, ?, ?)',
        line.id,
        line.type,
        line.program,
        line.status,
        seq,
      );
      this.#lastLineAt = idTime(line.id);
    }
    for (const { line, status } of entry.statuses) {
      this.sql.exec('UPDATE lines SET status = ?, seq = ? WHERE id = ?', status, seq, line);
    }
    for (const { id, status, net, currency, holdUntilAt, created } of entry.earnings) {
      if (created) {
        this.sql.exec(
          `INSERT INTO earnings (id, status, source, currency, net, hold_until_at, content, seq)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          status,
          created.source,
          currency,
          net,
          holdUntilAt,
          JSON.stringify(created),
          seq,
        );
      } else {
        this.sql.exec(
          'UPDATE earnings SET status = ?, hold_until_at = ?, seq = ? WHERE id = ?',
          status,
          holdUntilAt,
          seq,
          id,
        );
      }
    }
    this.#seq = seq;
    this.#hash = hash;
    return seq;
  }

  /** Writes the balances that changed, once for a whole group of postings. */
  flush(): void {
    for (const id of this.#changed) {
      const [currency, bucket] = id.split(' ') as [string, string];
      this.sql.exec(
        `INSERT INTO balances (currency, bucket, amount) VALUES (?, ?, ?)
        ON CONFLICT (currency, bucket) DO UPDATE SET amount = excluded.amount`,
        currency,
        bucket,
        this.#balances.get(id)!,
      );
    }
    this.#changed.clear();
  }
}

/** The hash that two equal postings share: it covers everything except their time and the known head. */
function postingHash({ at, head, ...content }: Posting): string {
  return contentHash(content);
}

function written(value: Written): Outcome<Written> {
  const { refusal } = value.entry;
  return refusal ? { ok: false, refusal } : { ok: true, value };
}
