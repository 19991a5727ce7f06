/** What an account counts as a conversion, as matching needs it. */
export interface ConversionRule {
  id: string;
  accountId: string;
  eventName: string;
  pageUrlContains: string | null;
  minValueCents: number | null;
  minValueCurrency: string | null;
  attributionWindowDays: number;
  payBrowserEvents: boolean;
  /** Events received before are not counted. Milliseconds. */
  createdAt: number;
}

export interface Matchable {
  name: string;
  /** Every page that it is said to have happened on. */
  pages: readonly string[];
  /** Cents. */
  value?: number | null | undefined;
  currency?: string | null | undefined;
}

/** Whether an event of the rule's account counts: name, page and least value in the same currency. */
export function matches(rule: ConversionRule, event: Matchable): boolean {
  if (rule.eventName !== event.name) return false;
  if (rule.pageUrlContains !== null) {
    const text = rule.pageUrlContains.toLowerCase();
    if (!event.pages.some((page) => page.toLowerCase().includes(text))) return false;
  }
  return isWorthEnough(rule, event);
}

/** Whether an event is worth what the rule asks for, in the same currency. */
export function isWorthEnough(
  rule: ConversionRule,
  { value, currency }: Omit<Matchable, 'name' | 'pages'>,
): boolean {
  if (rule.minValueCents === null) return true;
  if (value == null || currency !== rule.minValueCurrency) return false;
  return value >= rule.minValueCents;
}
