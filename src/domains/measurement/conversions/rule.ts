/** A conversion as needed to match events. */
export interface ConversionRule {
  id: string;
  accountId: string;
  eventName: string;
  pageUrlContains: string | null;
  minValueCents: number | null;
  minValueCurrency: string | null;
  attributionWindowDays: number;
  payBrowserEvents: boolean;
  /** In milliseconds. Events received before this time are not counted. */
  createdAt: number;
}

export interface Matchable {
  name: string;
  /** Every page that a report names for it. */
  pages: readonly string[];
  /** In cents. */
  value?: number | null | undefined;
  currency?: string | null | undefined;
}

/** Whether an event of the rule's account matches: its name, its page, and the minimum value in the same currency. */
export function matches(rule: ConversionRule, event: Matchable): boolean {
  if (rule.eventName !== event.name) return false;
  if (rule.pageUrlContains !== null) {
    const text = rule.pageUrlContains.toLowerCase();
    if (!event.pages.some((page) => page.toLowerCase().includes(text))) return false;
  }
  return isWorthEnough(rule, event);
}

/** Whether an event reaches the rule's minimum value, in the same currency. */
export function isWorthEnough(
  rule: ConversionRule,
  { value, currency }: Omit<Matchable, 'name' | 'pages'>,
): boolean {
  if (rule.minValueCents === null) return true;
  if (value == null || currency !== rule.minValueCurrency) return false;
  return value >= rule.minValueCents;
}
