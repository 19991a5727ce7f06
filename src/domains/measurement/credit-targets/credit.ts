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

/** What events are credited to. */
export const TARGET_KINDS = ['submission', 'campaign', 'creator_code', 'discount_code'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export type CreditRule = (typeof CREDIT_RULES)[number];

/** Why a rule did not credit an event, by the letter that stands for it in a trail. */
export const MISSES = {
  n: 'The event carries nothing that this rule goes by.',
  u: 'What the event names is unknown to this account.',
  t: 'No earlier landing matches.',
  w: 'The touch lies outside the attribution window.',
  a: 'The touch came after the event.',
} as const;

export type Miss = keyof typeof MISSES;

/** Who an event is credited to and why. */
export interface Credit {
  rule: CreditRule | null;
  submission: string | null;
  campaign: string | null;
  creator: string | null;
  /** When the credited touch happened, in milliseconds. */
  touchedAt: number | null;
  windowDays: number;
  /** One letter for each rule that was tried in vain before. */
  trail: string;
  /** Whose word on it decided. */
  by?: EventSource;
  /** For a counted conversion without credit: who would have got it, had that been known in time. */
  late?: LateCredit;
}

export type LateCredit = Pick<Credit, 'rule' | 'submission' | 'campaign' | 'creator' | 'touchedAt'>;
