// The table of currencies: those that a brand's card can be charged in, the smallest and largest charge, and
// those that a creator's bank can be paid in. Amounts are in the processor's minor units: hundredths, or
// whole units for currencies without decimals. Based on https://docs.stripe.com/currencies and, for banks,
// list-payout-countries.ts.
import { invalidField } from './error.ts';
import { percentOf, WHOLE_BPS } from './money.ts';

export interface Currency {
  /** Decimals of an amount: 2 or 0. */
  decimals: 0 | 2;
  /** The smallest and the largest amount of one charge. */
  least: number;
  greatest: number;
  /** A payout to a bank must be a multiple of this; null when no bank is paid in the currency. */
  bankStep: number | null;
}

/** Currencies for which the processor documents its smallest amount, in whole units. */
const KNOWN = `usd 0.50, aed 2, aud 0.50, brl 0.50, cad 0.50, chf 0.50, czk 15, dkk 2.50, eur 0.50, gbp 0.30, hkd 4,
  huf 175, inr 0.50, jpy 50, mxn 10, myr 2, nok 3, nzd 0.50, pln 2, ron 2, sek 3, sgd 0.50, thb 10`;

/**
 * For other currencies a charge must be worth the smallest amount in the settlement currency: these are about
 * a dollar each.
 */
const OTHERS = `afn 100, all 150, amd 500, aoa 1500, ars 2000, awg 2, azn 2, bam 2, bbd 2, bdt 200, bif 3500,
  bmd 2, bnd 2, bob 10, bsd 2, bwp 20, byn 5, bzd 2, cdf 4000, clp 1500, cny 10, cop 5000, crc 700, cve 150, djf 250,
  dop 100, dzd 200, egp 100, etb 300, fjd 5, fkp 2, gel 5, gip 2, gmd 100, gnf 10000, gtq 10, gyd 300, hnl 40, htg 200,
  idr 20000, ils 5, jmd 200, kes 200, kgs 150, khr 5000, kmf 600, krw 2000, kyd 2, kzt 800, lak 25000, lbp 100000,
  lkr 400, lrd 300, lsl 30, mad 15, mdl 30, mga 6000, mkd 100, mmk 5000, mnt 5000, mop 10, mur 60, mvr 20, mwk 3000,
  mzn 100, nad 30, ngn 3000, nio 60, npr 200, pab 2, pen 5, pgk 5, php 80, pkr 400, pyg 10000, qar 5, rsd 150, rub 150,
  rwf 2000, sar 5, sbd 15, scr 20, shp 2, sle 40, sos 800, srd 50, szl 30, tjs 15, top 5, try 60, ttd 10, twd 40,
  tzs 4000, uah 60, uyu 60, uzs 15000, vnd 30000, vuv 200, wst 5, xaf 1000, xcd 5, xcg 2, xof 1000, xpf 200, yer 600, zar 30,
  zmw 40`;

const WITHOUT_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
/**
 * Left out: their amounts would have to be multiples of ten at the processor, and hundredths have no meaning
 * in them.
 */
const THREE_DECIMALS = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '));
/**
 * Left out: the processor counts them in hundredths but takes only whole units, which shares and fees rarely
 * are.
 */
const WHOLE_UNITS_ONLY = new Set(['isk', 'ugx']);

const BANKS = new Set(
  `aud cad chf crc czk dkk eur gbp hkd huf idr inr jpy kes mxn myr nok nzd php pln ron sek sgd thb usd zar`.split(
    ' ',
  ),
);
/** Charged to the hundredth, but paid to banks only in whole units. */
const BANKS_TAKE_WHOLE_UNITS = new Set(['huf']);

/** Eight digits; for rupiahs twelve. */
const GREATEST = 99_999_999;
const GREATEST_IDR = 999_999_999_999;

const TABLE: ReadonlyMap<string, Currency> = new Map(
  `${KNOWN}, ${OTHERS}`.split(/,\s+/).map((entry) => {
    const [code = '', least] = entry.split(' ');
    const decimals = WITHOUT_DECIMALS.has(code) ? 0 : 2;
    const currency: Currency = {
      decimals,
      least: Math.round(Number(least) * 10 ** decimals),
      greatest: code === 'idr' ? GREATEST_IDR : GREATEST,
      bankStep: BANKS.has(code) ? (BANKS_TAKE_WHOLE_UNITS.has(code) ? 100 : 1) : null,
    };
    return [code, currency];
  }),
);

/** Every currency that a card can be charged in, by its lower-case code. */
export const CURRENCIES: ReadonlyMap<string, Currency> = TABLE;

/** The largest amount in any currency, and so the limit for one body, in minor units. */
export const GREATEST_OF_ALL = GREATEST_IDR;

/** The message for larger amounts. An amount's actual limit is the largest charge in its currency. */
export const MORE_THAN_ALL = `Must be at most ${GREATEST}, in IDR ${GREATEST_IDR}: no card is charged more at once, with the service's fee.`;

/** Why no card can be charged in a currency, in words for people; null when it can. */
export function chargeProblem(code: string): string | null {
  if (TABLE.has(code)) return null;
  const name = code.toUpperCase();
  if (THREE_DECIMALS.has(code))
    return `Cards cannot be charged in ${name}, which has three decimals. Use another currency.`;
  if (WHOLE_UNITS_ONLY.has(code))
    return `Cards cannot be charged in ${name}, which takes whole units only. Use another currency.`;
  return `Cards cannot be charged in ${name}. Use another currency.`;
}

/**
 * Throws validation_failed for a currency that no card can be charged in. `path` is the currency's place in
 * the body.
 */
export function checkCurrency(code: string, path: string): void {
  const problem = chargeProblem(code);
  if (problem !== null) throw invalidField(path, problem, 'unsupported_currency');
}

/** Throws validation_failed for an amount that is too large for one charge with the service fee on top. */
export function checkAmount(amount: number, code: string, feeBps: number, path: string): void {
  const greatest = greatestPayment(code, feeBps);
  if (amount <= greatest) return;
  const message = `A card is charged at most ${money(greatestCharge(code), code)} at once, with the service's fee: at most ${money(greatest, code)} can be paid in one payment.`;
  throw invalidField(path, message, 'too_big');
}

/** The largest amount that fits one charge with the service fee of `feeBps` on top. */
export function greatestPayment(code: string, feeBps: number): number {
  const greatest = TABLE.get(code)?.greatest ?? GREATEST;
  let amount = Math.floor((greatest * WHOLE_BPS) / (WHOLE_BPS + feeBps)) + 1;
  while (amount + percentOf(amount, feeBps) > greatest) amount--;
  return amount;
}

/** The smallest charge. Smaller sums wait until there is more to charge. */
export function leastCharge(code: string): number {
  return TABLE.get(code)?.least ?? 50;
}

export function greatestCharge(code: string): number {
  return TABLE.get(code)?.greatest ?? GREATEST;
}

/** Decimals of an amount, also for a currency that occurs only in events. */
export function decimalsOf(code: string): number {
  if (THREE_DECIMALS.has(code)) return 3;
  return TABLE.get(code)?.decimals ?? 2;
}

/** Their signs, FCFA and F CFA, differ only by a space, so their codes are shown instead. */
const SHOWN_BY_CODE = new Set(['xaf', 'xof']);

/** Making a format takes longer than the rest of a table's row, so those in use are kept. */
const formats = new Map<string, Intl.NumberFormat>();

/** Events name currencies that no list has, so the formats could become many. */
const MOST_FORMATS = 500;

function formatOf(currency: string, locale: string, fractions: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${fractions}`;
  const known = formats.get(key);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: SHOWN_BY_CODE.has(currency) ? 'code' : 'symbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals + fractions,
  });
  if (formats.size === MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/**
 * 1234500 in usd gives $12,345.00. Each sign belongs to one currency: CA$12,345.00 is Canadian, SEK 12,345.00
 * Swedish.
 * @param locale a language tag: how numbers are written, and which signs its readers know.
 * @param fractions further decimals that are shown if they are not zero.
 */
export function money(amount: number, currency: string, locale = 'en-US', fractions = 0): string {
  return formatOf(currency, locale, fractions).format(amount / 10 ** decimalsOf(currency));
}
