import type { Reconciliation } from './analytics.ts';

/** The purchases that a platform counts, as far as it says how they came about. */
export interface PlatformPurchases {
  purchases: number;
  viewPurchases: number;
  otherWindowPurchases: number;
}

/** The purchases of the same campaigns that their account counts, on the day of the sale. */
export interface OwnPurchases {
  confirmedPurchases: number;
  unconfirmedPurchases: number;
  /** How many of both the platform does not count, because their click was too long ago. */
  longAgo: number;
  /** Purchases that were clicked on this day and made on another, less those made on this day and clicked on another. */
  movedHere: number;
}

/** What leads from an account's own purchases to the platform's. The parts add up to what the platform counts. */
export function reconcile(there: PlatformPurchases, own: OwnPurchases): Reconciliation {
  const { purchases: platform, viewPurchases: view_through } = there;
  const { confirmedPurchases: ours, unconfirmedPurchases: unconfirmed, movedHere: other_day } = own;
  const other_window = there.otherWindowPurchases - own.longAgo;
  const unexplained = platform - ours - view_through - other_window - unconfirmed - other_day;
  return { platform, ours, view_through, other_window, unconfirmed, other_day, unexplained };
}
