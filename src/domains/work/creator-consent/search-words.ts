// What a creator is found by: beginnings of words, without accents and case.
import type { SearchWords } from './creator.ts';

const MAX_TERMS = 5;

/** Without accents, in lower case. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A word and its ends, from each of its pieces and signs on: `real_zoe` is also found as `zoe`, `_zoe` and `_`. */
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

/** What a search text asks for: each term must begin some word. The longest first, as it narrows the most. */
export function searchTerms(q: string): string[] {
  const terms = plain(q)
    .split(/\s+/)
    .map((term) => term.replace(/^@/, ''))
    .filter((term) => term !== '');
  return [...new Set(terms)].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
}

/** The end (exclusive) of the range of words that begin with a term. */
export function afterPrefix(term: string): string {
  return `${term}\u{10ffff}`;
}
