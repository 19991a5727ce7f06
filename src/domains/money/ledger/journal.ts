// A ledger's storage: the journal, the balances and records that follow from it, and the head of the chain. All
// methods are synchronous and belong inside one transaction of the object; nothing else writes these tables.
import { newId } from '../../../kit/ids.ts';
import { yearOf } from '../../../kit/time.ts';
import { type AskedBy, applyPosting, type KnownEarning, type LedgerView } from './apply-posting.ts';
import type { Bucket } from './chart.ts';
import { contentHash, entryHash, genesisHash } from './hash-entry.ts';
import { createSchema, hasSchema, upgradeSchema } from './journal-schema.ts';
import { type Entry, type Outcome, type Posting, refuse, type Written } from './posting.ts';

export type Balances = Record<string, Partial<Record<Bucket, number>>>;

export interface PaidInYear {
  currency: string;
  /** Of the calendar, UTC. */
  year: number;
  /** Net of earnings paid less clawbacks; below zero in a year that took back more than it paid. */
  cents: number;
}

interface EarningRow extends Record<string, SqlStorageValue> {
  status: string;
  source: string;
  currency: string;
  net: number;
  hold_until_at: number | null;
}

export class Journal implements LedgerView {
  readonly sql: SqlStorage;
  #holder: string | null = null;
  #ready = false;
  #seq = 0;
  #hash = '';
  #balances = new Map<string, number>();
  /** Balances that the open transaction changed and `flush` has yet to write. */
  readonly #changed = new Set<string>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.reload();
  }

  /** Reads the head and the balances again: at the start, and after a transaction that was rolled back. */
  reload(): void {
    this.#changed.clear();
    this.#balances = new Map();
    this.#holder = null;
    this.#ready = hasSchema(this.sql);
    if (!this.#ready) return;
    upgradeSchema(this.sql);
    this.#holder = this.sql
      .exec<{ value: string }>("SELECT value FROM meta WHERE name = 'holder'")
      .one().value;
    const head = this.sql
      .exec<{ seq: number; hash: string }>('SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1')
      .toArray()[0];
    this.#seq = head?.seq ?? 0;
    this.#hash = head?.hash ?? genesisHash(this.#holder);
    const rows = this.sql.exec<{ currency: string; bucket: string; amount: number }>(
      'SELECT currency, bucket, amount FROM balances',
    );
    for (const row of rows) this.#balances.set(`${row.currency} ${row.bucket}`, row.amount);
  }

  /** Whether anything was ever written here. */
  get exists(): boolean {
    return this.#ready;
  }

  get holder(): string {
    if (this.#holder === null) throw new Error('nobody holds this ledger yet');
    return this.#holder;
  }

  get head(): { seq: number; hash: string } {
    return { seq: this.#seq, hash: this.#hash };
  }

  /** Binds the object to its holder with the first write. Throws when it is called by another's name. */
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

  /** What was paid in each calendar year, the newest first. */
  paidByYear(): PaidInYear[] {
    if (!this.#ready) return [];
    return this.sql
      .exec<PaidInYear & Record<string, SqlStorageValue>>(
        'SELECT currency, year, cents FROM paid_by_year ORDER BY year DESC, currency',
      )
      .toArray();
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

  /** The entry written under a key. */
  find(key: string): { seq: number; entry: Entry } | null {
    const row = this.sql
      .exec<{ seq: number; body: string }>('SELECT seq, body FROM journal WHERE key = ?', key)
      .toArray()[0];
    return row ? { seq: row.seq, entry: JSON.parse(row.body) as Entry } : null;
  }

  /**
   * Writes a posting, or finds that it was written, or says why it may not be. Call `flush` before the commit.
   * @param mayRefuse a refusal for an earning's state is for good, and is remembered under the key.
   */
  write(posting: Posting, askedBy: AskedBy, mayRefuse = false): Outcome<Written> {
    const { at, ...content } = posting;
    return this.writeOnce(posting.key, contentHash(content), (request) => {
      const outcome = this.judge(posting, request, askedBy);
      if (outcome.ok || !mayRefuse || outcome.refusal.reason !== 'earning_state') return outcome;
      const { refusal } = outcome;
      const nothing = { legs: [], earnings: [], lines: [], statuses: [] };
      return { ok: true, value: { key: posting.key, request, at, ...nothing, refusal } };
    });
  }

  /** Appends the entry that `make` answers, unless one was written under the key. @param request a content hash. */
  writeOnce(key: string, request: string, make: (request: string) => Outcome<Entry>): Outcome<Written> {
    const before = typeof key === 'string' ? this.find(key) : null;
    if (before && before.entry.request !== request) {
      return refuse('key_reused', `The key ${key} was used for another posting.`);
    }
    if (before) return written({ ...before, replayed: true });
    const outcome = make(request);
    if (!outcome.ok) return outcome;
    const entry = outcome.value;
    return written({ seq: this.#append(entry), entry, replayed: false });
  }

  /** The entry that a posting would be, or why it may not be. */
  judge(posting: Posting, request: string, askedBy: AskedBy): Outcome<Entry> {
    return applyPosting(this, posting, request, askedBy, (ms) => newId('ledgerLine', ms));
  }

  #append(entry: Entry): number {
    const seq = this.#seq + 1;
    const body = JSON.stringify(entry);
    const hash = entryHash(this.#hash, seq, body);
    this.sql.exec(
      'INSERT INTO journal (seq, key, body, hash) VALUES (?, ?, ?, ?)',
      seq,
      entry.key,
      body,
      hash,
    );
    for (const [currency, bucket, amount, after] of entry.legs) {
      const id = `${currency} ${bucket}`;
      this.#balances.set(id, after);
      this.#changed.add(id);
      if (bucket !== 'paid') continue;
      this.sql.exec(
        `INSERT INTO paid_by_year (currency, year, cents) VALUES (?, ?, ?)
        ON CONFLICT (currency, year) DO UPDATE SET cents = cents + excluded.cents`,
        currency,
        yearOf(entry.at),
        amount,
      );
    }
    for (const line of entry.lines) {
      this.sql.exec(
        'INSERT INTO lines (id, type, program, status, content, seq) VALUES (?, ?, ?, ?, ?, ?)',
        line.id,
        line.type,
        line.program,
        line.status,
        JSON.stringify(line),
        seq,
      );
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

  /** Writes the balances that changed: once for a whole group of postings. */
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

function written(value: Written): Outcome<Written> {
  const { refusal } = value.entry;
  return refusal ? { ok: false, refusal } : { ok: true, value };
}
