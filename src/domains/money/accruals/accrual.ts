// What makes a creator earn, as plain values.
import type { EarningSource } from '../ledger/posting.ts';

/** A submission's payments of each kind are made apart: of its approval, its views, its ads and its conversions. */
export const SOURCES = ['submission', 'organic', 'paid_ads', 'program'] as const satisfies EarningSource[];
export type Source = (typeof SOURCES)[number];

/** cut: the cap or the budget left nothing for it. */
export const ACCRUAL_STATES = ['open', 'paid', 'cut'] as const;

/** What left nothing of an accrual. */
export const CUT_BY = ['cap', 'budget', 'both'] as const;
export type CutBy = (typeof CUT_BY)[number];

/** Why something that was counted came to nothing. */
export type Nothing = 'other_currency' | 'no_value' | 'too_large';

/** What an accrual rests on, so that every cent can be explained. */
export type Evidence =
  | { kind: 'approval'; approvedAt: number }
  | { kind: 'views'; from: number; to: number; reportedAt: number }
  | {
      kind: 'ad_spend';
      ad: string;
      campaign: string | null;
      day: string;
      spend: number;
      currency: string;
      nothing?: Nothing;
    }
  | {
      /** What the platform counted of an ad: cents sold, or leads. */
      kind: 'ad_result';
      ad: string;
      campaign: string;
      day: string;
      what: 'revenue' | 'leads';
      counted: number;
      currency: string;
      nothing?: Nothing;
    }
  | {
      kind: 'conversion';
      conversion: string;
      event: string;
      campaign: string | null;
      /** The rule of attribution. */
      credit: string;
      confirmedBy: string;
      value: number | null;
      currency: string | null;
      occurredAt: number;
      /** What it was sold for: more than its value where something came back before it matured. */
      sold: number | null;
      /** When its value and its credit were settled. */
      maturedAt: number | null;
      /** browser, server or shop: whose word settled them. */
      valueBy: string | null;
      creditBy: string | null;
      nothing?: Nothing;
    };

/** By the rule's number: what was counted so far, and what it came to in cents. */
export type RuleTotals = Record<string, { counted: number; accrued: number }>;
