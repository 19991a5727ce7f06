// What makes "sao" find "São Paulo": the form of a name in which accents, case and punctuation do not count.

/** Letters that Unicode does not take apart into a base letter and a mark. */
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

/** Lower case without accents; apostrophes vanish, all other punctuation is one space. May be empty. */
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

/** What a word of a name may stand for, in the languages of its countries. */
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
 * A folded beginning of a name, and how else it may be spelled: "st g" also begins Sankt Gallen. The last word may go on
 * ("st" in Stockholm), so it stands for nothing else yet; of several abbreviations only the first counts.
 */
export function spellingsOf(prefix: string): string[] {
  const words = prefix.split(' ');
  const index = words.findIndex((word, at) => at < words.length - 1 && Object.hasOwn(WRITTEN_OUT, word));
  return index < 0
    ? [prefix]
    : WRITTEN_OUT[words[index]!]!.map((other) => words.with(index, other).join(' '));
}
