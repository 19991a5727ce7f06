// Defines mails. Text that people wrote gets into a mail only through a slot, and a slot makes it harmless.

import type { Vars } from '../../../env.ts';
import { passesForName } from '../../../kit/look-alike.ts';
import { iso } from '../../../kit/time.ts';

export interface MailText {
  subject: string;
  text: string;
  /** What its links are called where they are buttons. */
  links?: Readonly<Record<string, string>>;
  /** Where one POST ends such mails, by RFC 8058. */
  unsubscribe?: string;
}

/** A part of a mail that is about one workspace. */
export interface MailSection {
  /** The workspace's ID, for links. */
  place: string;
  name: string;
  /** A name of null is for the mail to fill in. */
  lines: { name: string | null; count: number }[];
  more: boolean;
}

/** Notices in a mail: our words, in which `{names}` in braces are filled in; one called `amount` is of ours. */
export interface MailNotices {
  told: { text: string; names: Readonly<Record<string, string>>; path: string | null }[];
  /** Where there are more; null when these are all. */
  more: string | null;
}

/**
 * A `name` is text that somebody wrote, and `sections` and `notices` have such names. The other slots hold values of ours, so anything
 * that does not match is a bug.
 */
const SLOTS = {
  name: null,
  sections: null,
  notices: null,
  token: /^[0-9A-Za-z]{43}$/,
  /** What browserName says. */
  browser: /^[A-Z][A-Za-z]{1,15}(?: browser)?(?: on [A-Za-z]{1,15})?$/,
  word: /^[A-Za-z]{1,30}$/,
  count: /^\d{1,4}$/,
  /** 2026-11-28 09:30. */
  day: /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
  person: /^user_[0-9a-z]{26}$/,
  mails: /^user_[0-9a-z]{26}\/(acct|crtr)_[0-9a-z]{26}\/[a-z]{1,20}$/,
  signature: /^[0-9a-f]{32}$/,
  /** A creator whom an account invites, with what proves that we mailed it. */
  invitation: /^crtr_[0-9a-z]{26}\/[0-9a-f]{32}$/,
  /** The address itself, sealed. */
  address: /^[A-Za-z0-9-]{1,32}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{20,500}$/,
};
const PLACE = /^(acct|crtr)_[0-9a-z]{26}$/;
/** CA$1,200.00 or SEK 150.00, or where it is not known. */
const AMOUNT = /^(?:an amount|-?[\p{Sc}\p{L}.\s]{0,6}[\d,]{1,20}(?:\.\d{1,3})?)$/u;
const PATH =
  /^\/app\/(acct|crtr)_[0-9a-z]{26}(\/[a-z-]+(\/[a-z]+_[0-9a-z]{26}(\/[a-z]+)?)?(\?status=[a-z_]+)?)?$/;

type SlotKind = keyof typeof SLOTS;
/** A moment as mails show it, in UTC. @param ms milliseconds. */
export const mailMoment = (ms: number): string => iso(ms).slice(0, 16).replace('T', ' ');

export type Slots = Record<string, SlotKind>;

/** What fills the slots of a mail. */
export type SlotValues<K extends Slots> = { [S in keyof K]: ValueOf<K[S]> };
type ValueOf<S extends SlotKind> = S extends 'sections'
  ? MailSection[]
  : S extends 'notices'
    ? MailNotices
    : string;

export interface Mail<K extends Slots = Slots> {
  /** Who may receive it. A mail to `anybody` may quote nothing that other people wrote except an account's and a program's name. */
  to: 'anybody' | 'proved';
  /** Set for an invitation, which addresses may refuse. */
  invites?: true;
  slots: K;
  /** Set for a mail whose link proves the address. */
  proves?: true;
  /** @param at.link the address of a page, with what its button is called: it stands alone in its paragraph. */
  write(
    at: { service: string; link: (path: string, label?: string) => string },
    slots: SlotValues<K>,
  ): MailText;
}

/** Defines a mail. Mails live in files named mail-texts.ts, where a test finds them. */
export function defineMail<const K extends Slots>(mail: Mail<K>): Mail<K> {
  return mail;
}

/** Fills in a mail's text. Throws when a slot's value does not match the slot's format. */
export function writeMail<K extends Slots>(
  { SERVICE_NAME, PUBLIC_URL }: Pick<Vars, 'SERVICE_NAME' | 'PUBLIC_URL'>,
  mail: Mail<K>,
  given: SlotValues<K>,
): MailText {
  const filled = Object.entries(mail.slots).map(([slot, kind]) => [
    slot,
    filledIn(slot, kind, given[slot]!, SERVICE_NAME),
  ]);
  const links: Record<string, string> = {};
  const link = (path: string, label?: string) => {
    const url = `${PUBLIC_URL}${path}`;
    if (label !== undefined) links[url] = label;
    return url;
  };
  const written = mail.write({ service: SERVICE_NAME, link }, Object.fromEntries(filled));
  return { ...written, links };
}

function filledIn(
  slot: string,
  kind: SlotKind,
  value: string | MailSection[] | MailNotices,
  service: string,
) {
  if (Array.isArray(value)) return value.map((one) => harmlessSection(slot, one, service));
  if (typeof value !== 'string') return harmlessNotices(slot, value, service);
  const form = SLOTS[kind];
  if (kind === 'name') return harmless(value, service);
  if (form === null || !form.test(value)) throw new Error(`The mail's ${slot} is none.`);
  return value;
}

function harmlessSection(
  slot: string,
  { place, name, lines, more }: MailSection,
  service: string,
): MailSection {
  if (!PLACE.test(place) || !lines.every(({ count }) => Number.isInteger(count) && count >= 0))
    throw new Error(`The mail's ${slot} is none.`);
  const harmlessName = (text: string | null) => (text === null ? null : harmless(text, service));
  return {
    place,
    name: harmless(name, service),
    lines: lines.map((line) => ({ name: harmlessName(line.name), count: line.count })),
    more,
  };
}

function harmlessNotices(slot: string, { told, more }: MailNotices, service: string): MailNotices {
  const paths = [more, ...told.map(({ path }) => path)];
  if (!paths.every((path) => path === null || PATH.test(path)))
    throw new Error(`The mail's ${slot} is none.`);
  const harmlessName = (key: string, name: string): string => {
    if (key !== 'amount') return harmless(name, service);
    if (!AMOUNT.test(name)) throw new Error(`The mail's ${slot} is none.`);
    return name;
  };
  const harmlessNames = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, harmlessName(key, name)]));
  return { told: told.map((one) => ({ ...one, names: harmlessNames(one.names) })), more };
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
