// The tables of a ledger object. They exist from the first write on, so that reading a ledger nobody has used
// stores nothing.

const SCHEMA_VERSION = 3;

/** What was paid in each calendar year (UTC), less clawbacks: the movements of `paid`, by the time of their entries. */
const PAID_BY_YEAR = `
CREATE TABLE paid_by_year (currency TEXT NOT NULL, year INTEGER NOT NULL, cents INTEGER NOT NULL,
  PRIMARY KEY (currency, year)) WITHOUT ROWID;
`;

/** What went to and came from other holders, by the UTC day (since 1970) of the transfers: what two ledgers can be compared by
 * while both go on. */
const MOVED_BY_DAY = `
CREATE TABLE moved_by_day (currency TEXT NOT NULL, day INTEGER NOT NULL, sent INTEGER NOT NULL,
  received INTEGER NOT NULL, PRIMARY KEY (currency, day)) WITHOUT ROWID;
`;

const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (seq INTEGER PRIMARY KEY, key TEXT NOT NULL, k INTEGER NOT NULL, body TEXT NOT NULL,
  hash BLOB NOT NULL);
CREATE INDEX journal_key ON journal (k);
CREATE TABLE balances (currency TEXT NOT NULL, bucket TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (currency, bucket)) WITHOUT ROWID;
CREATE TABLE lines (id TEXT PRIMARY KEY, type TEXT NOT NULL, program TEXT, status TEXT NOT NULL,
  content TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX lines_type ON lines (type, id);
CREATE INDEX lines_program_type ON lines (program, type, id) WHERE program IS NOT NULL;
CREATE TABLE earnings (id TEXT PRIMARY KEY, status TEXT NOT NULL, source TEXT NOT NULL, currency TEXT NOT NULL,
  net INTEGER NOT NULL, hold_until_at INTEGER, content TEXT NOT NULL, seq INTEGER NOT NULL);
CREATE INDEX earnings_status ON earnings (status, id);
CREATE INDEX earnings_source ON earnings (source, status, id);
CREATE TABLE transfers (id TEXT PRIMARY KEY, state TEXT NOT NULL, request TEXT NOT NULL, currency TEXT NOT NULL,
  amount INTEGER NOT NULL, refusal TEXT, body TEXT, attempts INTEGER NOT NULL, next_at INTEGER) WITHOUT ROWID;
CREATE INDEX transfers_open ON transfers (next_at) WHERE next_at IS NOT NULL;
${PAID_BY_YEAR}${MOVED_BY_DAY}`;

/** What takes a ledger to the version after the one it has, from version 1 on. */
const UPGRADES = [
  `${PAID_BY_YEAR}
INSERT INTO paid_by_year (currency, year, cents)
  SELECT leg.value->>0, CAST(strftime('%Y', (journal.body->>'at') / 1000, 'unixepoch') AS INTEGER), SUM(leg.value->>2)
  FROM journal, json_each(journal.body, '$.legs') leg WHERE leg.value->>1 = 'paid' GROUP BY 1, 2;`,
  // The tables stay as they are, with more room for each row than those of a new ledger.
  `ALTER TABLE journal ADD COLUMN k INTEGER NOT NULL DEFAULT 0;
DROP INDEX lines_program;
${MOVED_BY_DAY}
INSERT INTO moved_by_day (currency, day, sent, received)
  SELECT leg.value->>0, CAST((journal.body->>'at') / 86400000 AS INTEGER),
    SUM(CASE leg.value->>1 WHEN 'sent' THEN leg.value->>2 ELSE 0 END),
    SUM(CASE leg.value->>1 WHEN 'received' THEN leg.value->>2 ELSE 0 END)
  FROM journal, json_each(journal.body, '$.legs') leg WHERE leg.value->>1 IN ('sent', 'received') GROUP BY 1, 2;`,
];

export function hasSchema(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'").toArray().length > 0;
}

export function createSchema(sql: SqlStorage, holder: string): void {
  sql.exec(TABLES);
  sql.exec(
    'INSERT INTO meta (name, value) VALUES (?, ?), (?, ?)',
    'holder',
    holder,
    'schema',
    `${SCHEMA_VERSION}`,
  );
}

/** Brings a ledger that was made by an older version up to this one. */
export function upgradeSchema(sql: SqlStorage): void {
  const { value } = sql.exec<{ value: string }>("SELECT value FROM meta WHERE name = 'schema'").one();
  if (Number(value) >= SCHEMA_VERSION) return;
  for (const upgrade of UPGRADES.slice(Number(value) - 1)) sql.exec(upgrade);
  sql.exec("UPDATE meta SET value = ? WHERE name = 'schema'", `${SCHEMA_VERSION}`);
}
