// What is written of a message, and what is asked for, as terms of the index. Each holds the side that may find it, so that
// a search reads that side's own words and nothing else, however many others write the same.
import { fold } from '../../platform/cities/fold.ts';

/** A longer word is known by its first characters. */
const LETTERS = 40;
/** The most words or parts of a query; the rest is ignored. */
const MOST_ASKED = 16;

/** Written without spaces, or with particles that stick to a word. */
const UNSPACED = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)/u;
const GRAM = 3;

interface Piece {
  text: string;
  unspaced: boolean;
}

/** The words of a text without accents, case and punctuation; of a script without spaces, what stands together. */
function piecesOf(text: string): Piece[] {
  return text
    .normalize('NFKC')
    .split(UNSPACED)
    .flatMap((part, index) => {
      const unspaced = index % 2 === 1;
      const words = unspaced ? part.split(/[^\p{L}\p{N}]+/u) : fold(part).split(' ');
      return words.filter((word) => word !== '').map((word) => ({ text: word, unspaced }));
    });
}

const firstOf = (word: string) => (word.length <= LETTERS ? word : [...word].slice(0, LETTERS).join(''));

function gramsOf(text: string): string[] {
  const letters = [...text];
  return letters.map((_, at) => letters.slice(at, at + GRAM).join(''));
}

/** The words by which a text is found: of a script without spaces, the three characters from each of its places. */
export function wordsOf(text: string): string[] {
  const found = piecesOf(text).flatMap(({ text: piece, unspaced }) =>
    unspaced ? gramsOf(piece) : [firstOf(piece)],
  );
  return [...new Set(found)];
}

/** The words that must be there, each as the beginning of one. */
export function askedOf(text: string): string[] {
  const asked = piecesOf(text).flatMap(({ text: piece, unspaced }) => {
    if (!unspaced) return [firstOf(piece)];
    const grams = gramsOf(piece);
    return grams.slice(0, Math.max(1, grams.length - GRAM + 1));
  });
  return [...new Set(asked)].slice(0, MOST_ASKED);
}

/** A side's ID, or a program thread's. */
function checked(id: string): string {
  if (!/^[a-z0-9_]+$/.test(id)) throw new Error(`no side: ${id}`);
  return id;
}

/** The terms of a message for one of the sides that may find it. */
export function termsOf(side: string, thread: string, words: readonly string[]): string {
  const own = checked(side);
  return [`${own}=${checked(thread)}`, ...words.map((word) => `${own}:${word}`)].join(' ');
}

/**
 * The query for messages of any of these sides with all these words. Words are letters and digits alone, so that nothing
 * that somebody types is syntax.
 */
export function matchOf(sides: readonly string[], asked: readonly string[], thread: string | null): string {
  const anyOf = (terms: string[]) => (terms.length === 1 ? terms[0]! : `(${terms.join(' OR ')})`);
  const all = asked.map((word) => anyOf(sides.map((side) => `"${checked(side)}:${word}"*`)));
  if (thread !== null) all.unshift(anyOf(sides.map((side) => `"${checked(side)}=${checked(thread)}"`)));
  return all.join(' AND ');
}
