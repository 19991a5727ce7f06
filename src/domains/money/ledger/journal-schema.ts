// The tables of a ledger object. They are created with the first write, so reading an unused ledger stores
// nothing.

/** Raise it with every change of the tables, and migrate ledgers that have the previous number. */
export const LEDGER_SCHEMA = 4;

export const LEDGER_TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (seq INTEGER PRIMARY KEY, key TEXT NOT NULL, k INTEGER NOT NULL, body TEXT NOT NULL,
  hash BLOB NOT NULL);
CREATE INDEX journal_key ON journal (k);
CREATE TABLE balances (currency TEXT NOT NULL, bucket TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (currency, bucket)) WITHOUT ROWID;
CREATE TABLE lines (id TEXT PRIMARY KEY, type TEXT NOT NULL, program TEXT, status TEXT NOT NULL,
  seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX lines_type ON lines (type, id);
CREATE INDEX lines_program_type ON lines (program, type, id) WHERE program IS NOT NULL;
CREATE TABLE earnings (id TEXT PRIMARY KEY, status TEXT NOT NULL, source TEXT NOT NULL, currency TEXT NOT NULL,
  net INTEGER NOT NULL, hold_until_at INTEGER, content TEXT NOT NULL, seq INTEGER NOT NULL);
CREATE INDEX earnings_status ON earnings (status, id);
CREATE INDEX earnings_source ON earnings (source, status, id);
CREATE TABLE transfers (id TEXT PRIMARY KEY, state TEXT NOT NULL, request TEXT NOT NULL, currency TEXT NOT NULL,
  amount INTEGER NOT NULL, refusal TEXT, body TEXT, attempts INTEGER NOT NULL, next_at INTEGER) WITHOUT ROWID;
CREATE INDEX transfers_open ON transfers (next_at) WHERE next_at IS NOT NULL;
-- What was paid in each calendar year (UTC), less clawbacks: the movements of \`paid\`, by the time of their entries.
CREATE TABLE paid_by_year (currency TEXT NOT NULL, year INTEGER NOT NULL, cents INTEGER NOT NULL,
  PRIMARY KEY (currency, year)) WITHOUT ROWID;
-- What went to and came from other holders, by the UTC day (since 1970) of the transfers: what two ledgers can be
-- compared by while both go on.
CREATE TABLE moved_by_day (currency TEXT NOT NULL, day INTEGER NOT NULL, sent INTEGER NOT NULL,
  received INTEGER NOT NULL, PRIMARY KEY (currency, day)) WITHOUT ROWID;
`;

export function hasSchema(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'").toArray().length > 0;
}

export function createSchema(sql: SqlStorage, holder: string): void {
  sql.exec(LEDGER_TABLES);
  sql.exec(
    'INSERT INTO meta (name, value) VALUES (?, ?), (?, ?)',
    'holder',
    holder,
    'schema',
    `${LEDGER_SCHEMA}`,
  );
}

/** Refuses a ledger with another schema before anything is read or written. */
export function checkSchema(sql: SqlStorage): void {
  const { value } = sql.exec<{ value: string }>("SELECT value FROM meta WHERE name = 'schema'").one();
  if (value === `${LEDGER_SCHEMA}`) return;
  throw new Error(
    `This ledger has schema ${value}, and this release works with schema ${LEDGER_SCHEMA} only. Run the release that made the ledger; on a machine of your own, delete the local data and start again.`,
  );
}
