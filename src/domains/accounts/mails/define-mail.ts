// Defines mails. Text that people wrote gets into a mail only through a slot, and a slot makes it harmless.
import type { Vars } from '../../../env.ts';
import { passesForName } from '../../../kit/look-alike.ts';

export interface MailText {
  subject: string;
  text: string;
}

/**
 * A `name` is text that somebody wrote. The other slots hold values of ours, so anything that does not match is a bug.
 */
const SLOTS = {
  name: null,
  token: /^[0-9A-Za-z]{43}$/,
  word: /^[A-Za-z]{1,30}$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

export interface Mail<S extends string = string> {
  /** Who may receive it. A mail to `anybody` may quote nothing that other people wrote except an account's name. */
  to: 'anybody' | 'proved';
  slots: Record<S, keyof typeof SLOTS>;
  write: (at: { service: string; link: (path: string) => string }, slots: Record<S, string>) => MailText;
}

/** Defines a mail. Mails live in files named mail-texts.ts, where a test finds them. */
export function defineMail<S extends string = never>(mail: Mail<S>): Mail<S> {
  return mail;
}

/** Fills in a mail's text. Throws when a slot's value does not match the slot's format. */
export function writeMail<S extends string>(
  { SERVICE_NAME, PUBLIC_URL }: Pick<Vars, 'SERVICE_NAME' | 'PUBLIC_URL'>,
  mail: Mail<S>,
  given: Record<S, string>,
): MailText {
  const filled = {} as Record<S, string>;
  for (const slot of Object.keys(mail.slots) as S[]) {
    const form = SLOTS[mail.slots[slot]];
    if (form !== null && !form.test(given[slot])) throw new Error(`The mail's ${slot} is none.`);
    filled[slot] = form === null ? harmless(given[slot], SERVICE_NAME) : given[slot];
  }
  return mail.write({ service: SERVICE_NAME, link: (path) => `${PUBLIC_URL}${path}` }, filled);
}

const LONGEST_NAME = 60;

/** A name on one line, in a form that no mail program turns into a link, an address or a telephone number. */
export function harmless(name: string, service: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1')
    .replace(/["“”„«»<>@＠﹫/／⁄∕\\:：|[\](){}]+/gu, ' ')
    // A dot without a space after it would make two words look like a domain.
    .replace(/[.。．｡․]+(?=[^\s.])/gu, ' ')
    .replace(/\+?\p{Nd}(?:[\s\p{Pd}.]*\p{Nd}){6,}/gu, '…')
    .replace(/\s+/g, ' ')
    .trim();
  const short = [...line].length > LONGEST_NAME ? `${[...line].slice(0, LONGEST_NAME - 1).join('')}…` : line;
  return short === '' || passesForName(short, service) ? 'Somebody' : short;
}
