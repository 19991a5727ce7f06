// When an account may send an invitation again. It depends on what the account did itself and on whether its own mail came
// back, so that it learns nothing of what other accounts sent or what the reader of the address decided.
import { AppError, rejected } from '../../../kit/error.ts';
import { DAY_MS, iso, SECOND_MS } from '../../../kit/time.ts';
import { INVITATIONS } from './invitation-allowances.ts';

export const RESEND_REFUSALS = ['resent_twice', 'sent_twice_today', 'daily_limit', 'mail_returned'] as const;
export type ResendRefusal = (typeof RESEND_REFUSALS)[number];

/** What an account sent to an address. Times are milliseconds. */
export interface SentBefore {
  /** The last but one, and the one before it; null without any in 7 days. */
  secondAt: number | null;
  thirdAt: number | null;
  /** Whether the last mail came back. */
  isReturned: boolean;
  /** How many invitations the account sent to all in the last day. */
  today: number;
}

/** Why an invitation may not be sent again now, and until when if that is known. */
export function resendRefusal(
  { isReturned, thirdAt, secondAt, today }: SentBefore,
  now: number,
): { refusal: ResendRefusal; until: number | null } | null {
  const { same, all } = INVITATIONS;
  if (isReturned) return { refusal: 'mail_returned', until: null };
  if (thirdAt !== null && now < thirdAt + same.windowMs)
    return { refusal: 'resent_twice', until: thirdAt + same.windowMs };
  if (secondAt !== null && now < secondAt + DAY_MS)
    return { refusal: 'sent_twice_today', until: secondAt + DAY_MS };
  return today >= all.most ? { refusal: 'daily_limit', until: null } : null;
}

const WORDS: Record<ResendRefusal, string> = {
  mail_returned: 'The last invitation came back. Check the email address.',
  resent_twice: 'An invitation can be resent twice in 7 days.',
  sent_twice_today: 'This address got two invitations from you within a day.',
  daily_limit: `Your account sent ${INVITATIONS.all.most} invitations within a day. Try again tomorrow.`,
};

/** Throws rate_limited or operation_rejected while an invitation may not be sent again. */
export function requireResendable(sent: SentBefore, now: number): void {
  const refused = resendRefusal(sent, now);
  if (refused?.refusal === 'mail_returned') throw rejected(refused.refusal, WORDS[refused.refusal]);
  if (refused) throw resentTooOften(refused.refusal, refused.until, now);
}

export function resentTooOften(refusal: ResendRefusal, until: number | null, now: number): AppError {
  const waitMs = until === null ? DAY_MS : until - now;
  return new AppError('rate_limited', WORDS[refusal], {
    details: { reason: refusal, ...(until === null ? {} : { resendAt: iso(until) }) },
    headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
  });
}

/** Somebody else resent it in the meantime. */
export const resentMeanwhile = (): AppError =>
  new AppError('version_conflict', 'The invitation was resent a moment ago.');
