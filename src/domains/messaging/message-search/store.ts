// The search database. A row is a message for one of the sides that may find it; its words are in the FTS5 table under the
// same number, which grows with the message's time.
import type { Env } from '../../../env.ts';

export type SearchEnv = Pick<Env, 'SEARCH'>;

/** Rows a millisecond, for all messages of it. */
const SLOTS = 4096;

/** Before everything that was written at this time or later. */
export const rowAt = (ms: number): number => ms * SLOTS;

export interface SideRow {
  side: string;
  message: string;
  thread: string;
  seq: number;
  /** The number from which its row is sought. */
  at: number;
  /** Null of a deleted message. */
  terms: string | null;
}

const EACH = `json_each(?1) AS e`;
const OF = (name: keyof SideRow) => `e.value ->> '${name}'`;
/** The rows that hold what was given: not those that know of a later change, or of a side that was erased. */
const HELD = `searched_messages AS s ON s.side = ${OF('side')} AND s.message = ${OF('message')} AND s.seq = ${OF('seq')}`;

/** Each side and message at most once. Of a message that is known at a later change nothing is written. */
export async function saveRows({ SEARCH }: SearchEnv, rows: readonly SideRow[]): Promise<void> {
  const given = JSON.stringify(rows);
  // Places are sought before anything is inserted, so each of these rows goes as far as its own number beyond the last.
  const place = `COALESCE((SELECT max(t."row") + 1 FROM searched_messages AS t
    WHERE t."row" >= ${OF('at')} AND t."row" < ${OF('at')} + ${SLOTS}), ${OF('at')}) + e.key`;
  await SEARCH.batch(
    [
      `INSERT INTO searched_messages ("row", side, message, thread, seq)
        SELECT ${place}, ${OF('side')}, ${OF('message')}, ${OF('thread')}, ${OF('seq')} FROM ${EACH}
        WHERE NOT EXISTS (SELECT 1 FROM erased_sides AS x WHERE x.side = ${OF('side')})
        ON CONFLICT (side, message) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq`,
      `DELETE FROM searched_words WHERE rowid IN (SELECT s."row" FROM ${EACH} JOIN ${HELD})`,
      `INSERT INTO searched_words (rowid, words)
        SELECT s."row", ${OF('terms')} FROM ${EACH} JOIN ${HELD} WHERE ${OF('terms')} IS NOT NULL`,
    ].map((text) => SEARCH.prepare(text).bind(given)),
  );
}

export interface FoundMessage {
  message: string;
  thread: string;
}

/** Newest first. @param sides among which the message `before` is looked for. */
export async function listMatches(
  { SEARCH }: SearchEnv,
  match: string,
  { sides, before, below, limit }: { sides: readonly string[]; before: string; below: number; limit: number },
): Promise<FoundMessage[]> {
  const { results } = await SEARCH.prepare(
    `SELECT s.message, s.thread FROM searched_words CROSS JOIN searched_messages AS s ON s."row" = searched_words.rowid
      WHERE searched_words MATCH ?1 AND searched_words.rowid < COALESCE(
        (SELECT min(b."row") FROM json_each(?2) AS e JOIN searched_messages AS b ON b.side = e.value AND b.message = ?3), ?4)
      ORDER BY searched_words.rowid DESC LIMIT ?5`,
  )
    .bind(match, JSON.stringify(sides), before, below, limit)
    .all<FoundMessage>();
  return results;
}

/** The newest match of each thread, newest first, among the newest `reach` matches. */
export async function listThreads(
  { SEARCH }: SearchEnv,
  match: string,
  { reach, limit }: { reach: number; limit: number },
): Promise<FoundMessage[]> {
  const { results } = await SEARCH.prepare(
    `SELECT s.thread, s.message, max(f."row") AS newest FROM
        (SELECT rowid AS "row" FROM searched_words WHERE searched_words MATCH ?1 ORDER BY rowid DESC LIMIT ?2) AS f
      CROSS JOIN searched_messages AS s ON s."row" = f."row"
      GROUP BY s.thread ORDER BY newest DESC LIMIT ?3`,
  )
    .bind(match, reach, limit)
    .all<FoundMessage>();
  return results.map(({ thread, message }) => ({ thread, message }));
}

/** From now on nothing is written for this side. */
export async function insertErased({ SEARCH }: SearchEnv, side: string): Promise<void> {
  await SEARCH.prepare('INSERT OR IGNORE INTO erased_sides (side) VALUES (?1)').bind(side).run();
}

/** @returns whether that were all. */
export async function deleteRowsOf({ SEARCH }: SearchEnv, side: string, most: number): Promise<boolean> {
  const some = 'SELECT "row" FROM searched_messages WHERE side = ?1 ORDER BY message LIMIT ?2';
  const [, rows] = await SEARCH.batch(
    [
      `DELETE FROM searched_words WHERE rowid IN (${some})`,
      `DELETE FROM searched_messages WHERE "row" IN (${some})`,
    ].map((text) => SEARCH.prepare(text).bind(side, most)),
  );
  return rows!.meta.changes < most;
}

/** FTS5 forgets words of deleted rows where it merges what it wrote: this much of it, oldest first. */
export async function saveMerged({ SEARCH }: SearchEnv, pages: number): Promise<void> {
  const merge = SEARCH.prepare("INSERT INTO searched_words (searched_words, rank) VALUES ('merge', ?1)");
  await SEARCH.batch([merge.bind(-pages), merge.bind(pages)]);
}

export interface Rebuild {
  /** Whether what was there before is gone. */
  emptied: boolean;
  after: string | null;
}

export async function findRebuild({ SEARCH }: SearchEnv): Promise<Rebuild | null> {
  const row = await SEARCH.prepare('SELECT emptied, after FROM search_rebuilds WHERE id = 1').first<{
    emptied: number;
    after: string | null;
  }>();
  return row && { emptied: row.emptied === 1, after: row.after };
}

export async function saveRebuild({ SEARCH }: SearchEnv, { emptied, after }: Rebuild): Promise<void> {
  await SEARCH.prepare('INSERT OR REPLACE INTO search_rebuilds (id, emptied, after) VALUES (1, ?1, ?2)')
    .bind(Number(emptied), after)
    .run();
}

export async function deleteRebuild({ SEARCH }: SearchEnv): Promise<void> {
  await SEARCH.prepare('DELETE FROM search_rebuilds').run();
}

/** Takes out all words at once, and then as many rows. @returns whether none are left. */
export async function deleteSome({ SEARCH }: SearchEnv, most: number): Promise<boolean> {
  const [, rows] = await SEARCH.batch([
    SEARCH.prepare("INSERT INTO searched_words (searched_words) VALUES ('delete-all')"),
    SEARCH.prepare(
      'DELETE FROM searched_messages WHERE "row" IN (SELECT "row" FROM searched_messages ORDER BY "row" LIMIT ?1)',
    ).bind(most),
  ]);
  return rows!.meta.changes < most;
}

/** Rows of messages since a moment, by number: their threads, and the number behind them; null at the end. */
export async function listThreadsFrom(
  { SEARCH }: SearchEnv,
  row: number,
  most: number,
): Promise<{ threads: string[]; next: number | null }> {
  const { results } = await SEARCH.prepare(
    'SELECT "row", thread FROM searched_messages WHERE "row" >= ?1 ORDER BY "row" LIMIT ?2',
  )
    .bind(row, most)
    .all<{ row: number; thread: string }>();
  const next = results.length < most ? null : results.at(-1)!.row + 1;
  return { threads: [...new Set(results.map(({ thread }) => thread))], next };
}

export async function listErased({ SEARCH }: SearchEnv): Promise<string[]> {
  const { results } = await SEARCH.prepare('SELECT side FROM erased_sides').all<{ side: string }>();
  return results.map(({ side }) => side);
}
