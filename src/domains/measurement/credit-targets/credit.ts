import type { EventSource } from '../../../pixel/event-body.ts';

/** The rules of attribution, in the order in which they are tried. */
export const CREDIT_RULES = [
  'own_link',
  'kept_landing',
  'attribution_id',
  'click_id',
  'same_user',
  'creator_code',
  'discount_code',
] as const;

/** The kinds of targets that events can be credited to. */
export const TARGET_KINDS = ['submission', 'campaign', 'creator_code', 'discount_code'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export type CreditRule = (typeof CREDIT_RULES)[number];

/** The reasons why a rule did not credit an event, with the letter for each in a trail. */
export const MISSES = {
  n: 'The event carries nothing that this rule goes by.',
  u: 'What the event names is unknown to this account.',
  t: 'No earlier landing matches.',
  w: 'The touch lies outside the attribution window.',
  a: 'The touch came after the event.',
} as const;

export type Miss = keyof typeof MISSES;

/** The target that an event is credited to, and why. */
export interface Credit {
  rule: CreditRule | null;
  submission: string | null;
  campaign: string | null;
  creator: string | null;
  /** When the credited touch happened, in milliseconds. */
  touchedAt: number | null;
  windowDays: number;
  /** One letter for each earlier rule that did not apply. */
  trail: string;
  /** The code that credited it, trimmed and in lower case. */
  code?: string;
  /** The source whose report decided the credit. */
  by?: EventSource;
  /** For a counted conversion without credit: the target that later information identified, too late to count. */
  late?: LateCredit;
}

export type LateCredit = Pick<Credit, 'rule' | 'submission' | 'campaign' | 'creator' | 'touchedAt'>;
