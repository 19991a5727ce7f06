// Writes what changed in threads into the search database.
import { idTime } from '../../../kit/ids.ts';
import { rowAt, type SearchEnv, type SideRow, saveRows } from './store.ts';
import { termsOf, wordsOf } from './terms.ts';

export interface SearchedMessage {
  thread: string;
  message: string;
  /** The number of the last change of it in its thread. An earlier one writes nothing. */
  seq: number;
  /** Who may find it: accounts, creators, the staff; of a program's thread the thread's ID alone, whoever its members are. */
  sides: readonly string[];
  text: string;
  deleted: boolean;
}

/** More sides than a thread has that is written side by side. */
const MOST_SIDES = 4;
const MOST_ROWS = 100;
/** A statement takes 2 MB. */
const MOST_BYTES = 800_000;

/** In any order and again at will: the latest change of each message stands in the end. */
export async function indexMessages(env: SearchEnv, changed: readonly SearchedMessage[]): Promise<void> {
  const latest = new Map<string, SearchedMessage>();
  for (const one of changed) if (one.seq >= (latest.get(one.message)?.seq ?? 0)) latest.set(one.message, one);
  let rows: SideRow[] = [];
  let bytes = 0;
  const write = async () => {
    if (rows.length > 0) await saveRows(env, rows);
    [rows, bytes] = [[], 0];
  };
  for (const one of latest.values()) {
    const { thread, message, seq, deleted } = one;
    if (one.sides.length > MOST_SIDES) throw new Error(`too many sides: ${message}`);
    const words = deleted ? [] : wordsOf(one.text);
    for (const side of new Set(one.sides)) {
      const terms = deleted ? null : termsOf(side, thread, words);
      // Most characters that are not ASCII are three bytes.
      const size = 3 * (terms?.length ?? 0);
      if (rows.length === MOST_ROWS || bytes + size > MOST_BYTES) await write();
      bytes += size;
      rows.push({ side, message, thread, seq, at: rowAt(idTime(message)), terms });
    }
  }
  await write();
}
