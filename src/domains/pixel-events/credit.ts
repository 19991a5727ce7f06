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

export type CreditRule = (typeof CREDIT_RULES)[number];

/** Who an event is credited to and why. `steps` says what each rule found, for GET /v1/pixel-events/:id. */
export interface Credit {
  rule: CreditRule | null;
  submission: string | null;
  campaign: string | null;
  creator: string | null;
  /** When the credited touch happened, in milliseconds. */
  touchedAt: number | null;
  windowDays: number;
  steps: { rule: CreditRule; outcome: 'credited' | 'missed' | 'not_tried'; reason: string }[];
}
