// The changes of one verb, committed as one D1 batch: all or nothing.
import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { AppError } from '../kit/error.ts';

interface Query {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Finds out why a guarded update matched no row: returns the error, or null when this guard was not the
 * cause.
 */
export type Explain = () => Promise<AppError | null>;

const dialect = new SQLiteSyncDialect();
const GUARD = sql`SELECT CASE WHEN changes() = 1 THEN 1 ELSE json('no row matched') END`;

export class WriteSet {
  readonly #binding: D1Database;
  readonly #statements: { sql: string; params: unknown[] }[] = [];
  readonly #explain: Explain[] = [];
  readonly #duplicates = new Map<string, () => AppError>();
  readonly #afterCommit: (() => Promise<unknown>)[] = [];
  readonly #atEnd = new Map<string, { keys: Set<string>; fill: (keys: string[]) => Promise<void> }>();

  constructor(binding: D1Database) {
    this.#binding = binding;
  }

  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  add(...queries: Query[]): this {
    for (const query of queries) this.#statements.push(query.toSQL());
    return this;
  }

  addSql(query: ReturnType<typeof sql>): this {
    const built = dialect.sqlToQuery(query);
    this.#statements.push({ sql: built.sql, params: built.params });
    return this;
  }

  /**
   * Adds an UPDATE (or DELETE) that must match exactly one row; otherwise nothing of the set is written. D1
   * does not abort a batch for an update without a match, so the statement after it fails on purpose.
   */
  guarded(query: Query, explain: Explain): this {
    this.add(query).addSql(GUARD);
    this.#explain.push(explain);
    return this;
  }

  /** Adds a condition that must hold at this point of the batch; otherwise nothing of the set is written. */
  require(condition: ReturnType<typeof sql>, explain: Explain): this {
    this.addSql(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('not so') END`);
    this.#explain.push(explain);
    return this;
  }

  /** Sets the error for a violated unique index, by SQLite's name for it (`table.column`). */
  onDuplicate(column: string, refusal: () => AppError): this {
    this.#duplicates.set(column, refusal);
    return this;
  }

  /** Drops everything that was added, so that a set that could not be written can be filled again. */
  clear(): this {
    this.#statements.length = 0;
    this.#explain.length = 0;
    this.#afterCommit.length = 0;
    this.#duplicates.clear();
    this.#atEnd.clear();
    return this;
  }

  /**
   * Lets `fill` add statements behind all others when the set is committed: once for all keys that were given under
   * this name, so that what follows from many changes is written in few statements.
   */
  atEnd(name: string, keys: readonly string[], fill: (keys: string[]) => Promise<void>): this {
    const known = this.#atEnd.get(name) ?? { keys: new Set(), fill };
    for (const key of keys) known.keys.add(key);
    this.#atEnd.set(name, known);
    return this;
  }

  /**
   * Runs after the commit: wake-ups for what is in the database already. If one is lost, the work is only
   * later.
   */
  afterCommit(task: () => Promise<unknown>): this {
    this.#afterCommit.push(task);
    return this;
  }

  /**
   * Writes the set. Throws the error of the guard or unique index that stopped it.
   * @returns the tasks that run after the commit, for waitUntil.
   */
  async commit(): Promise<Promise<unknown>[]> {
    for (const { keys, fill } of this.#atEnd.values()) await fill([...keys]);
    this.#atEnd.clear();
    if (this.#statements.length > 0) {
      try {
        await this.#binding.batch(
          this.#statements.map((s) => this.#binding.prepare(s.sql).bind(...s.params)),
        );
      } catch (error) {
        throw await this.#refusal(error);
      }
    }
    return this.#afterCommit.map((task) => task());
  }

  async #refusal(error: unknown): Promise<unknown> {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes('malformed JSON')) {
      for (const explain of this.#explain) {
        const refusal = await explain();
        if (refusal) return refusal;
      }
      return new AppError('conflict', 'The record changed at the same time. Read it again and retry.');
    }
    if (message.includes('UNIQUE constraint failed')) {
      for (const [column, refusal] of this.#duplicates) if (message.includes(column)) return refusal();
    }
    return error;
  }
}
