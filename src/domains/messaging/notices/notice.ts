// What a notice says, filled in with the names of now.
import { type Cause, type NoticeKind, noticeOf } from '../../../events/notices.ts';
import { money } from '../../../kit/currencies.ts';
import { isId } from '../../../kit/ids.ts';
import { PROVIDER_NAMES } from '../../accounts/connections/connection.ts';

export interface NoticeRow {
  /** The event's ID. */
  id: string;
  kind: NoticeKind;
  /** Milliseconds; null until the reader has seen it. */
  seenAt: number | null;
  cause: Cause;
  data: Record<string, string>;
  occurredAt: number;
  account: string | null;
  creator: string | null;
  program: string | null;
  campaign: string | null;
  partner: string | null;
  platform: keyof typeof PROVIDER_NAMES | null;
  key: string | null;
  /** Whether the reader is a person of the account itself. */
  isOwn: 0 | 1;
  person: string | null;
  /** Cents. */
  amount: number | null;
  currency: string | null;
  /** What became of what it asks for; null as long as that is open, and where it asks for nothing. */
  answer: string | null;
}

export interface NoticeWords {
  /** What happened, with `{names}` in braces. */
  text: string;
  names: Record<string, string>;
  /** Where to act, below the workspace; null where there is no such page. */
  page: string | null;
}

/** No text has more than two names that others wrote, so they take 200 characters at most. */
const LONGEST_NAME = 100;

const shortened = (name: string): string => {
  const signs = [...name];
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME - 1).join('')}…` : name;
};

/** What a notice says in a workspace; null for a cause that is none any more. */
export function wordsOf(row: NoticeRow, place: string): NoticeWords | null {
  const notice = noticeOf(row.cause, isId(place, ['creator']));
  if (!notice) return null;
  const { account, creator, program, campaign, partner, platform, amount, currency, answer } = row;
  const isKnown = amount !== null && currency !== null;
  const written: Record<string, string> = {
    account: account ?? 'A brand',
    creator: creator ?? 'a creator',
    program: program ?? 'a program',
    campaign: campaign ?? 'A campaign',
    partner: partner ?? 'Your partner',
    plan: campaign === null ? 'a plan' : `a plan for ${campaign}`,
    retainer: row.data.pay === undefined ? 'retainer' : `retainer: ${row.data.pay}`,
    platform: platform === null ? 'a platform' : PROVIDER_NAMES[platform],
    key: row.key ?? 'a key',
    app: row.data.app ?? 'an app',
    person: row.person ?? 'Somebody',
    role: row.data.role ?? 'a member',
  };
  const names: Record<string, string> = {
    ...Object.fromEntries(Object.entries(written).map(([key, name]) => [key, shortened(name)])),
    amount: isKnown ? money(amount, currency) : 'an amount',
    answer: answer ?? '',
  };
  const { answered, paid, ownPage } = notice;
  const text = (answer === null ? undefined : answered) ?? (isKnown ? paid : undefined) ?? notice.text;
  const page = [notice.page ?? []].flat().find((one) => slotsOf(one).every((slot) => slot in row.data));
  const isClosed = page === undefined || (ownPage === true && row.isOwn === 0);
  return { text, names, page: isClosed ? null : filled(page, row.data) };
}

const SLOT = /\{(\w+)\}/g;

export const slotsOf = (text: string): string[] => [...text.matchAll(SLOT)].map(([, slot]) => slot!);

/** Puts names in the place of the words in braces. */
export const filled = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replace(SLOT, (_, name: string) => names[name] ?? '');
