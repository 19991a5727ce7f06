// Whether one text looks like another: skeletons after UTS 39, wider in that case, accents and what stands between words do
// not count either.
import { CONFUSABLES } from './confusables.generated.ts';

const PROTOTYPES = new Map(
  CONFUSABLES.flatMap(([prototype, characters]) => [...characters].map((one) => [one, prototype] as const)),
);

/** Letters in circles, squares and flags, which normalization leaves alone; each row begins with its A. */
const PICTURED_A = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

/** Signs of a trade mark, which normalization writes out as letters, and circled letters that are taken for them. */
const TRADE_MARKS = /[\u2120\u2122\u24b8\u24c7\u24d2\u24e1\u{1f16a}-\u{1f16c}]/gu;

/** What people put beside a company's name to speak for it. */
const ROLES = ['support', 'team', 'security', 'billing', 'payments', 'payouts', 'official'];

/** The words of a text as they look: texts with the same words can be taken for each other. */
export function skeleton(text: string): string[] {
  const seen = replaced(replaced(text).toLowerCase()).toLowerCase();
  // A capital I looks like a small l, and a small i is the same letter as its capital.
  return seen
    .replaceAll('i', 'l')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function replaced(text: string): string {
  // A bar looks like a letter within a word, and stands between words by itself.
  const words = text.replace(/(?<![\p{L}\p{N}])\|(?![\p{L}\p{N}])/gu, ' ');
  const plain = words.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // What the table leaves out is told by normalization: styles of letters, wide ones, ligatures.
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

/** Whether a text holds a name, also when it is spaced out. */
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

/** Whether a text is a name, or one that speaks for it, such as "Name Support". */
export function passesForName(text: string, name: string): boolean {
  const wanted = skeleton(name).join('');
  if (wanted === '') return false;
  const roles = `(?:${ROLES.map((role) => skeleton(role).join('')).join('|')})*`;
  const form = new RegExp(`^${roles}${wanted}${roles}$`, 'u');
  // A circled letter may be one of the name, or a sign behind it.
  return [text, text.replace(TRADE_MARKS, ' ')].some((one) => form.test(skeleton(one).join('')));
}
