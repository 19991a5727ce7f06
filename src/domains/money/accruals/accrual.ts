// What makes a creator earn, as plain values.
import type { EarningSource } from '../ledger/posting.ts';

/** A submission is paid separately for its approval, its views, its ads and its conversions. */
export const SOURCES = ['submission', 'organic', 'paid_ads', 'program'] as const satisfies EarningSource[];
export type Source = (typeof SOURCES)[number];

/** `cut`: the creator cap or the program budget left nothing to pay. */
export const ACCRUAL_STATES = ['open', 'paid', 'cut'] as const;

/** The limits that left nothing of an accrual. */
export const CUT_BY = ['cap', 'budget', 'both'] as const;
export type CutBy = (typeof CUT_BY)[number];

/** Why a counted conversion earned nothing. */
export type Nothing = 'other_currency' | 'no_value' | 'too_large';

/** The facts behind an accrual, so that every cent can be explained. */
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
      /** A platform's count for an ad: cents sold, or leads. */
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
      /** The attribution rule that gave the credit. */
      credit: string;
      confirmedBy: string;
      value: number | null;
      currency: string | null;
      occurredAt: number;
      /** The original sale value; more than `value` if something was refunded before the sale matured. */
      sold: number | null;
      /** When its value and its credit were settled. */
      maturedAt: number | null;
      /** The source that had the last word on its value and credit: browser, server or shop. */
      valueBy: string | null;
      creditBy: string | null;
      /** When the shop's order was last read, if it could not be read once more before the sale matured. */
      unreadSince?: number;
      nothing?: Nothing;
    };

/** For each rule, by its number: what was counted so far, and what that earned in cents. */
export type RuleTotals = Record<string, { counted: number; accrued: number }>;
