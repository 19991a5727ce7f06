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
