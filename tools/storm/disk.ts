// Reads the service's files on the disk directly.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Ledger {
  balances: { currency: string; bucket: string; amount: number }[];
  earnings: { id: string; status: string; net: number }[];
}

/** The file of the main database, recognized by its table of charges. */
export async function mainDatabase(folder: string): Promise<string> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.sqlite')) continue;
    const db = new DatabaseSync(join(folder, name), { readOnly: true });
    const known = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'charges'").get();
    db.close();
    if (known) return join(folder, name);
  }
  throw new Error(`no main database in ${folder}`);
}

export async function readLedgers(folder: string): Promise<Ledger[]> {
  const files = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return files.map((file) => {
    const db = new DatabaseSync(join(folder, file), { readOnly: true });
    const has = (name: string) =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
    const read = <T>(table: string, columns: string): T[] =>
      has(table) ? (db.prepare(`SELECT ${columns} FROM ${table}`).all() as T[]) : [];
    const found: Ledger = {
      balances: read('balances', 'currency, bucket, amount'),
      earnings: read('earnings', 'id, status, net'),
    };
    db.close();
    return found;
  });
}

export const STATE = `SELECT (SELECT COUNT(*) FROM ledger_instructions WHERE status = 'open') AS steps,
  (SELECT MAX(updated_at) || COUNT(*) FROM charges) AS charges, (SELECT MAX(updated_at) FROM payments) AS payments,
  (SELECT MAX(updated_at) || COUNT(*) FROM payouts) AS payouts, (SELECT MAX(updated_at) FROM withdrawals) AS withdrawals,
  (SELECT MAX(updated_at) FROM refunds) AS refunds, (SELECT COUNT(*) FROM events) AS events`;

export const UNDER_WAY = [
  "SELECT 'steps of ' || subject AS what FROM ledger_instructions WHERE status = 'open'",
  `SELECT 'dues of ' || account_id AS what FROM dues WHERE charge_id IS NULL GROUP BY account_id
    HAVING SUM(amount) >= 50`,
  `SELECT 'charge ' || id || ' ' || status AS what FROM charges
    WHERE status NOT IN ('succeeded', 'failed', 'canceled') OR next_at IS NOT NULL`,
  "SELECT 'refund ' || id || ' ' || status AS what FROM refunds WHERE status <> 'succeeded'",
  `SELECT 'release of ' || id AS what FROM payments
    WHERE (status = 'succeeded' AND released_at IS NULL) OR payout_to_note = 1`,
  `SELECT 'payout ' || id || ' ' || status || CASE WHEN attempt > 1 AND first_sent_at IS NULL
      THEN ', our balance at the processor was too small ' || (attempt - 1) || ' times' ELSE '' END AS what
    FROM payouts WHERE status IN ('planned', 'pending')`,
  `SELECT 'withdrawal ' || id || ' ' || status AS what FROM withdrawals
    WHERE status IN ('requested', 'pending', 'in_transit')`,
];
