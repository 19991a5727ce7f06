// Passes many rows to one statement as a single JSON parameter (json_each), because a statement takes at most
// 100 bound values.

/** A statement and the rows that it reads from ?1: `SELECT value ->> 0, … FROM json_each(?1)`. */
export interface RowsWrite {
  sql: string;
  rows: unknown[][];
  /** Whether the batch should fail unless each row changes one row of the table. */
  expectAll?: boolean;
}

/** D1 rejects a parameter of a few megabytes. */
const PARAMETER_CHARACTERS = 900_000;

/** Splits `rows` into JSON arrays that each fit one parameter, with the number of rows in each. */
export function* jsonRows(rows: readonly unknown[]): Generator<[json: string, count: number]> {
  let pack: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (pack.length > 0 && size + json.length > PARAMETER_CHARACTERS) {
      yield [`[${pack.join(',')}]`, pack.length];
      pack = [];
      size = 0;
    }
    pack.push(json);
    size += json.length + 1;
  }
  if (pack.length > 0) yield [`[${pack.join(',')}]`, pack.length];
}
