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
  pageUrl?: string | undefined;
  /** Cents. */
  value?: number | undefined;
  currency?: string | undefined;
}

/** Whether an event of the rule's account counts: name, page and least value in the same currency. */
export function matches(rule: ConversionRule, event: Matchable): boolean {
  if (rule.eventName !== event.name) return false;
  if (rule.pageUrlContains !== null) {
    if (!event.pageUrl?.toLowerCase().includes(rule.pageUrlContains.toLowerCase())) return false;
  }
  if (rule.minValueCents !== null) {
    if (event.value === undefined || event.currency !== rule.minValueCurrency) return false;
    if (event.value < rule.minValueCents) return false;
  }
  return true;
}
