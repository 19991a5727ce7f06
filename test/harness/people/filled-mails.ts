// Every mail of the service, filled in with a name.
import {
  type Mail,
  type MailNotices,
  type MailSection,
  type MailText,
  writeMail,
} from '../../../src/domains/accounts/mails/define-mail.ts';
import { ROOT, sources } from '../../rules/support/sources.ts';

/** The files in which mails are. */
export const MAIL_FILES = sources('src').filter((path) => path.endsWith('/mail-texts.ts'));

export const mails: [name: string, mail: Mail][] = [];
for (const path of MAIL_FILES) {
  const made = (await import(`${ROOT}/${path}`)) as Record<string, Mail>;
  mails.push(...Object.entries(made));
}

export const VARS = { SERVICE_NAME: 'Service', PUBLIC_URL: 'https://service.example' };
export const ID = '0'.repeat(26);
export const GOOD: Record<string, string> = {
  token: 'a'.repeat(43),
  word: 'admin',
  browser: 'Chrome on Windows',
  count: '9',
  day: '2026-11-28 09:30',
  person: `user_${ID}`,
  signature: '0'.repeat(32),
  invitation: `crtr_${ID}/${'0'.repeat(32)}`,
  address: `test.${'a'.repeat(16)}.${'a'.repeat(40)}`,
  mails: `user_${ID}/acct_${ID}/work`,
};
const sections = (name: string): MailSection[] => [
  {
    place: `acct_${ID}`,
    name,
    lines: [
      { name, count: 12 },
      { name: null, count: 1 },
    ],
    more: true,
  },
];

const notices = (name: string): MailNotices => ({
  told: [
    { text: '{account} asks for changes', names: { account: name }, path: `/app/acct_${ID}/notices` },
    { text: 'A payment to {creator} failed', names: { creator: name }, path: null },
  ],
  more: `/app/acct_${ID}/notices`,
});

/** What fills a slot in which every name is this text. */
export function slotValue(kind: Mail['slots'][string], name: string) {
  if (kind === 'sections') return sections(name);
  if (kind === 'notices') return notices(name);
  return GOOD[kind] ?? name;
}

/** A mail in which every name is this text. */
export function filledMail(mail: Mail, name: string): MailText {
  const slots = Object.entries(mail.slots).map(([slot, kind]) => [slot, slotValue(kind, name)]);
  return writeMail(VARS, mail, Object.fromEntries(slots));
}
