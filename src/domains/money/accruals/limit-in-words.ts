import { money } from '../../../kit/currencies.ts';
import type { CutBy } from './accrual.ts';

/** The names of the limits of a pay: the cap of its program or campaign (cents), and the budget. */
export interface NamedLimits {
  cap: number | null;
  currency: string;
  byCampaign: boolean;
}

/** A limit in words, as the beginning of a sentence. */
export function limitInWords(by: CutBy, { cap, currency, byCampaign }: NamedLimits): string {
  const whose = byCampaign ? "The campaign's" : "The program's";
  const most = `${whose} cap per creator${cap === null ? '' : ` (${money(cap, currency)})`}`;
  switch (by) {
    case 'cap':
      return most;
    case 'budget':
      return "The program's budget";
    case 'both':
      return `${most} and the program's budget`;
  }
}
