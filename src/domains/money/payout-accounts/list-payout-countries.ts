// The countries where a creator or partner can be paid, and how.
//
// On request, to a connected account: Stripe moves money from a platform in the US to connected accounts in
// the US, Canada, the United Kingdom, Switzerland and the European Economic Area without approval
// (https://docs.stripe.com/connect/cross-border-payouts, "Availability"). It opens accounts in all countries
// of the EEA except Iceland (https://stripe.com/global). Currencies are those of the countries' bank
// accounts; Bulgaria's has been the euro since 2026.
//
// Weekly, by Global Payouts (https://docs.stripe.com/global-payouts/recipient-requirements, sender United
// States): some of its countries that are not in the first list. We checked Australia, Costa Rica and Japan
// there; compare the others with that page before opening them. Stripe decides separately for each recipient,
// and a refusal is passed on as provider_refused.
import type { Vars } from '../../../env.ts';

export interface PayoutCountry {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  /** ISO 4217, lower case. */
  currency: string;
  schedule: 'on_request' | 'weekly';
}

const ON_REQUEST = `Austria AT eur, Belgium BE eur, Bulgaria BG eur, Canada CA cad, Croatia HR eur, Cyprus CY eur,
  Czechia CZ czk, Denmark DK dkk, Estonia EE eur, Finland FI eur, France FR eur, Germany DE eur, Greece GR eur,
  Hungary HU huf, Ireland IE eur, Italy IT eur, Latvia LV eur, Liechtenstein LI chf, Lithuania LT eur,
  Luxembourg LU eur, Malta MT eur, Netherlands NL eur, Norway NO nok, Poland PL pln, Portugal PT eur, Romania RO ron,
  Slovakia SK eur, Slovenia SI eur, Spain ES eur, Sweden SE sek, Switzerland CH chf, United Kingdom GB gbp,
  United States US usd`;

const WEEKLY = `Australia AU aud, Costa Rica CR crc, Hong Kong HK hkd, India IN inr, Indonesia ID idr, Japan JP jpy,
  Kenya KE kes, Malaysia MY myr, Mexico MX mxn, New Zealand NZ nzd, Philippines PH php, Singapore SG sgd,
  South Africa ZA zar, Thailand TH thb`;

function parse(lines: string, schedule: PayoutCountry['schedule']): PayoutCountry[] {
  return lines.split(/,\s+/).map((line) => {
    const [, name, code, currency] = /^(.+) ([A-Z]{2}) ([a-z]{3})$/.exec(line)!;
    return { code: code!, name: name!, currency: currency!, schedule };
  });
}

const CONNECTED = parse(ON_REQUEST, 'on_request');
const ALL = [...CONNECTED, ...parse(WEEKLY, 'weekly')].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The countries where payouts are open, by name. The weekly ones need a financial account to pay from. */
export function listPayoutCountries(vars: Pick<Vars, 'STRIPE_FINANCIAL_ACCOUNT'>): readonly PayoutCountry[] {
  return vars.STRIPE_FINANCIAL_ACCOUNT === undefined ? CONNECTED : ALL;
}

/** Null when payouts are not open in the country. */
export function payoutCountry(
  vars: Pick<Vars, 'STRIPE_FINANCIAL_ACCOUNT'>,
  code: string,
): PayoutCountry | null {
  return listPayoutCountries(vars).find((country) => country.code === code) ?? null;
}
