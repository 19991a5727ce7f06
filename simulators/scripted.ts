// What every simulated platform keeps beside its own objects: settings, and the faults that a test has scripted.

export class Scripted {
  readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS faults (seq INTEGER PRIMARY KEY AUTOINCREMENT, data TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  }

  setting<T>(name: string, fallback: T): T {
    const row = this.sql
      .exec<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)
      .toArray()[0];
    return row ? (JSON.parse(row.value) as T) : fallback;
  }

  set(name: string, value: unknown): void {
    this.sql.exec('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, JSON.stringify(value));
  }

  /** Scripts a fault for the requests that begin with its `path`, `times` of them. */
  addFault(fault: { path: string; times: number }): void {
    this.sql.exec('INSERT INTO faults (data) VALUES (?)', JSON.stringify(fault));
  }

  clearFaults(): void {
    this.sql.exec('DELETE FROM faults');
  }

  /** The fault scripted for a request, used up by being asked for. */
  takeFault<F extends { path: string; times: number }>(request: string): F | null {
    const rows = this.sql
      .exec<{ seq: number; data: string }>('SELECT seq, data FROM faults ORDER BY seq')
      .toArray();
    for (const { seq, data } of rows) {
      const fault = JSON.parse(data) as F;
      if (!request.startsWith(fault.path)) continue;
      if (fault.times > 1) {
        const rest = JSON.stringify({ ...fault, times: fault.times - 1 });
        this.sql.exec('UPDATE faults SET data = ? WHERE seq = ?', rest, seq);
      } else this.sql.exec('DELETE FROM faults WHERE seq = ?', seq);
      return fault;
    }
    return null;
  }
}
