// Where a creator or partner can be paid. Stripe moves money from a platform in the US to connected accounts in the US,
// Canada, the United Kingdom, Switzerland and the European Economic Area without asking it first
// (https://docs.stripe.com/connect/cross-border-payouts, "Availability"); of the EEA it opens accounts everywhere but in
// Iceland (https://stripe.com/global). Currencies are those of the countries' bank accounts; Bulgaria's has been the
// euro since 2026.

export interface PayoutCountry {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  /** ISO 4217, lower case. */
  currency: string;
}

const BY_NAME = `Austria AT eur, Belgium BE eur, Bulgaria BG eur, Canada CA cad, Croatia HR eur, Cyprus CY eur,
  Czechia CZ czk, Denmark DK dkk, Estonia EE eur, Finland FI eur, France FR eur, Germany DE eur, Greece GR eur,
  Hungary HU huf, Ireland IE eur, Italy IT eur, Latvia LV eur, Liechtenstein LI chf, Lithuania LT eur,
  Luxembourg LU eur, Malta MT eur, Netherlands NL eur, Norway NO nok, Poland PL pln, Portugal PT eur, Romania RO ron,
  Slovakia SK eur, Slovenia SI eur, Spain ES eur, Sweden SE sek, Switzerland CH chf, United Kingdom GB gbp,
  United States US usd`;

export const PAYOUT_COUNTRIES: readonly PayoutCountry[] = BY_NAME.split(/,\s+/).map((line) => {
  const [, name, code, currency] = /^(.+) ([A-Z]{2}) ([a-z]{3})$/.exec(line)!;
  return { code: code!, name: name!, currency: currency! };
});

/** Null when payouts are not open there. */
export function payoutCountry(code: string): PayoutCountry | null {
  return PAYOUT_COUNTRIES.find((country) => country.code === code) ?? null;
}
