// Tables as text for spreadsheets (RFC 4180), written while they are read.
import Papa from 'papaparse';

export type CsvCell = string | number | boolean | null;

export interface CsvTable {
  columns: readonly string[];
  /** The rows, some at a time, with a cell for each column. */
  parts: AsyncIterable<readonly (readonly CsvCell[])[]>;
}

/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it, spreadsheets read UTF-8 as an older encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const NEWLINE = '\r\n';

/** Rows as they stand in the file. */
export const linesOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(rows as CsvCell[][], { escapeFormulae: FORMULA, newline: NEWLINE }) + NEWLINE;

/** How the file begins. */
export const beginningOf = (columns: readonly string[]): string => BYTE_ORDER_MARK + linesOf([columns]);

/** The table as bytes. A part is read when the one before has been taken, so that only one is in memory. */
export function csvStream({ columns, parts }: CsvTable): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = parts[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(beginningOf(columns))),
    async pull(controller) {
      // A pull that enqueues nothing is not called again.
      for (;;) {
        const { done, value } = await rest.next();
        if (done) return controller.close();
        if (value.length > 0) return controller.enqueue(encoder.encode(linesOf(value)));
      }
    },
    cancel: async () => void (await rest.return?.()),
  });
}
