// Checks names: any script on one line, without invisible characters.

/**
 * UTS 39, section 5.4: more nonspacing marks in a row than any language uses would cover the lines around
 * them.
 */
const STACKED_MARKS = /[\p{Mn}\p{Me}]{5}/u;
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const UNKNOWN = /[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\ufffc]/u;
/** Characters that look like a space or like nothing, although Unicode does not call them ignorable. */
const BLANKS = /[\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

const CURSIVE = ['Arabic', 'Syriac', 'Nko'];
const BRAHMIC = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
];
const letterOf = (scripts: string[]) =>
  `[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;

/** Places where an invisible character correctly changes how its neighbors look. */
const IN_PLACE = new RegExp(
  [
    // Emoji: variation selectors, joined parts, and the flags of England, Scotland and Wales.
    /(?<=[\p{Extended_Pictographic}\p{S}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)/u,
    /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/u,
    /(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u,
    // Scripts with joined letters: UAX 31, section 2.3.
    new RegExp(`(?<=${letterOf(CURSIVE)}\\p{M}*)\\u200c(?=${letterOf(CURSIVE)})`, 'u'),
    new RegExp(`(?<=${letterOf(BRAHMIC)})[\\u200c\\u200d](?=${letterOf(BRAHMIC)}|$|\\s)`, 'u'),
    /(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]/u,
    // Variants of Han characters, which some people's names need.
    /(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** What is wrong with a name, and what to do; null when it is valid. */
export function lineProblem(name: string): string | null {
  if (CONTROLS.test(name)) return 'Must be one line without control characters.';
  if (!name.isWellFormed() || UNKNOWN.test(name)) return 'Holds a character that nobody can read. Remove it.';
  if (/\p{Default_Ignorable_Code_Point}/u.test(name.replace(IN_PLACE, '')) || BLANKS.test(name))
    return 'Holds an invisible character. Type it again instead of pasting it.';
  if (!SEEN.test(name)) return 'Must have a letter, digit or sign that can be seen.';
  if (/^\p{M}/u.test(name)) return 'Cannot begin with an accent. Write the letter first.';
  if (STACKED_MARKS.test(name.normalize('NFD'))) return 'At most 4 accents on a letter.';
  return null;
}

const UNSEEN = new RegExp(`(${IN_PLACE.source})|[^\\P{C}\\n]`, 'gu');

/** Puts a space for each control or invisible character, but for those that belong there: emoji are joined by some. */
export function withoutInvisible(text: string): string {
  // Most texts have none, and looking for those in place takes long.
  return /[^\P{C}\n]/u.test(text) ? text.replace(UNSEEN, (_, kept?: string) => kept ?? ' ') : text;
}
