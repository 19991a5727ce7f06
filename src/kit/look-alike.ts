// Detects texts that look alike. Uses the skeletons of UTS 39, and also ignores case, accents and the
// characters between words.
import { CONFUSABLES } from './confusables.generated.ts';

const PROTOTYPES = new Map(
  CONFUSABLES.flatMap(([prototype, characters]) => [...characters].map((one) => [one, prototype] as const)),
);

/** Letters in circles, squares and flags, which normalization does not change; each row begins with its A. */
const PICTURED_A = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

/**
 * Trademark signs, which normalization turns into letters, and circled letters that are mistaken for them.
 */
const TRADE_MARKS = /[\u2120\u2122\u24b8\u24c7\u24d2\u24e1\u{1f16a}-\u{1f16c}]/gu;

/** Words that people add to a company's name to speak for it. */
const ROLES = ['support', 'team', 'security', 'billing', 'payments', 'payouts', 'official'];

/** The words of a text by their appearance: texts with the same result can be mistaken for each other. */
export function skeleton(text: string): string[] {
  const seen = replaced(replaced(text).toLowerCase()).toLowerCase();
  // A capital I looks like a small l, and a small i is the same letter as a capital I.
  return seen
    .replaceAll('i', 'l')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function replaced(text: string): string {
  // A bar looks like a letter within a word, but separates words when it stands alone.
  const words = text.replace(/(?<![\p{L}\p{N}])\|(?![\p{L}\p{N}])/gu, ' ');
  const plain = words.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Normalization handles what the table leaves out: styled and wide letters, ligatures.
  const folded = prototypes(prototypes(plain).normalize('NFKD'));
  return folded.normalize('NFD').replace(/\p{M}/gu, '');
}

const prototypes = (text: string) =>
  Array.from(text, (one) => PROTOTYPES.get(one) ?? pictured(one) ?? one).join('');

function pictured(one: string): string | null {
  const code = one.codePointAt(0)!;
  const row = PICTURED_A.find((first) => code >= first && code < first + LETTERS);
  return row === undefined ? null : String.fromCharCode(0x61 + code - row);
}

/** Whether a text contains a name, even with spaces between its letters. */
export function holdsName(text: string, name: string): boolean {
  const [words, wanted] = [skeleton(text), skeleton(name)];
  if (wanted.length === 0) return false;
  if (words.join(' ').includes(wanted.join(' '))) return true;
  const joined = wanted.join('');
  return words.some((_, from) => {
    let run = '';
    for (let at = from; at < words.length && run.length < joined.length; at++) run += words[at];
    return run === joined;
  });
}

/** Whether a text is a name, or a text that seems to speak for it, such as "Name Support". */
export function passesForName(text: string, name: string): boolean {
  const wanted = skeleton(name).join('');
  if (wanted === '') return false;
  const roles = `(?:${ROLES.map((role) => skeleton(role).join('')).join('|')})*`;
  const form = new RegExp(`^${roles}${wanted}${roles}$`, 'u');
  // A circled letter may be part of the name, or a trademark sign after it.
  return [text, text.replace(TRADE_MARKS, ' ')].some((one) => form.test(skeleton(one).join('')));
}
