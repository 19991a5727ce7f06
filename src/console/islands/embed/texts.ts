// All texts of the frame, by language: a table for each component. German has each that English has: the compiler
// checks it.
import { money } from '../../../kit/currencies.ts';
import { readAmount, showAmount } from '../../amount.ts';
import * as earnings from './texts/earnings.ts';
import * as messages from './texts/messages.ts';
import * as onboarding from './texts/onboarding.ts';
import * as programs from './texts/programs.ts';
import * as shared from './texts/shared.ts';
import * as submissions from './texts/submissions.ts';

const en = {
  ...shared.en,
  ...programs.en,
  ...earnings.en,
  ...submissions.en,
  ...messages.en,
  ...onboarding.en,
};
const de: Texts = {
  ...shared.de,
  ...programs.de,
  ...earnings.de,
  ...submissions.de,
  ...messages.de,
  ...onboarding.de,
};

export type TextName = keyof typeof en;
type Texts = Record<TextName, string>;

const TABLES: Record<string, Texts> = { en, de };
export const LANGUAGES = Object.keys(TABLES);

export interface Language {
  /** The language of the texts. */
  lang: string;
  text(name: TextName, parts?: Readonly<Record<string, string>>): string;
  /** Dates and numbers are those of the whole tag: de-CH is not de-DE. */
  date(at: string): string;
  /** With the time, where the reader is. */
  moment(at: string): string;
  count(value: number): string;
  percent(value: number): string;
  money(minor: number, currency: string): string;
  /** An amount as people type it here, and what they typed; null for what is none. */
  plain(minor: number, currency: string): string;
  read(typed: string, currency: string): number | null;
}

/** @param wanted language tags, the most wanted first; the first with a table is taken, otherwise English. */
export function languageOf(wanted: readonly string[]): Language {
  const tag = wanted.find((one) => Object.hasOwn(TABLES, baseOf(one)) && isTag(one)) ?? 'en';
  const table = TABLES[baseOf(tag)]!;
  const decimal =
    new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  return {
    lang: baseOf(tag),
    text: (name, parts = {}) => table[name].replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ''),
    date: (at) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at)),
    moment: (at) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at)),
    count: (value) => number({}).format(value),
    percent: (value) => number({ style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
    money: (minor, currency) => money(minor, currency, tag),
    plain: (minor, currency) => showAmount(minor, currency).replace('.', decimal),
    read: (typed, currency) => {
      const text = typed
        .trim()
        .replaceAll(decimal === ',' ? '.' : ',', '')
        .replace(decimal, '.');
      return readAmount(text, currency);
    },
  };
}

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
