/** What the staff makes of a report. */
export const REPORT_DECISIONS = ['dismiss', 'remove', 'bar', 'remove_and_bar'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];
