// The words that a search finds a creator by: beginnings of words, without accents and in lower case.
import type { SearchWords } from './creator.ts';

const MAX_TERMS = 5;

/** Removes accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A word and its endings that begin at one of its parts or signs: `real_zoe` is also found as `zoe`, `_zoe`
 * and `_`.
 */
function endings(word: string): string[] {
  const starts = [
    0,
    ...[...word.matchAll(/[^\p{L}\p{N}]+/gu)].flatMap((gap) => [gap.index, gap.index + gap[0].length]),
  ];
  return [...new Set(starts)].map((start) => word.slice(start)).filter((end) => end !== '');
}

/** The words of a name, handle and address. */
export function searchWords(who: { name: string; handle: string | null; email: string | null }): SearchWords {
  const tokens = plain(who.name).split(/\s+/);
  const name = new Set([...tokens, who.handle ?? ''].filter((word) => word !== '').flatMap(endings));
  const contact = who.email ? endings(plain(who.email)) : [];
  return { name: [...name], contact: [...new Set(contact)].filter((word) => !name.has(word)) };
}

/**
 * The terms of a search text: each must begin some word. The longest comes first, because it has the fewest
 * matches.
 */
export function searchTerms(q: string): string[] {
  const terms = plain(q)
    .split(/\s+/)
    .map((term) => term.replace(/^@/, ''))
    .filter((term) => term !== '');
  return [...new Set(terms)].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
}

/** The exclusive end of the range of words that begin with a term. */
export function afterPrefix(term: string): string {
  return `${term}\u{10ffff}`;
}
