// Folds names so that "sao" finds "São Paulo": accents, case and punctuation do not count.

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ə: 'e',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Lower case without accents; apostrophes are dropped, other punctuation becomes one space. The result may be
 * empty.
 */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/['‘’`´ʼʻ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words that an abbreviation in a name may stand for, in the languages of its countries. */
const WRITTEN_OUT: Record<string, readonly string[]> = {
  st: ['st', 'saint', 'sankt', 'sint'],
  saint: ['saint', 'st', 'sankt'],
  sankt: ['sankt', 'st'],
  sint: ['sint', 'st'],
  ste: ['ste', 'sainte'],
  sainte: ['sainte', 'ste'],
  ft: ['ft', 'fort'],
  fort: ['fort', 'ft'],
  mt: ['mt', 'mount', 'mont'],
  mount: ['mount', 'mt'],
};

/**
 * A folded prefix of a name and its other spellings: "st g" also begins Sankt Gallen. The last word may be
 * unfinished ("st" in Stockholm), so it is not expanded; of several abbreviations only the first is.
 */
export function spellingsOf(prefix: string): string[] {
  const words = prefix.split(' ');
  const index = words.findIndex((word, at) => at < words.length - 1 && Object.hasOwn(WRITTEN_OUT, word));
  return index < 0
    ? [prefix]
    : WRITTEN_OUT[words[index]!]!.map((other) => words.with(index, other).join(' '));
}
