/** How much behind the cut decides where a character begins: no usual one is longer. */
const AHEAD = 64;

/**
 * The beginning of a text, at most `most` UTF-16 units of it. What people see as one character stays whole, unless it is
 * longer than that itself.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const near = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, most + AHEAD));
  const at = near.containing(most)?.index || most;
  return text.slice(0, at).replace(/[\ud800-\udbff]$/, '');
}
