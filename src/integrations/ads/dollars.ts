// Converts amounts that platforms state in dollars "or the equivalent". No platform publishes its own table, so the
// rates are rounded up: refusing a budget that is slightly too small does less harm than a half-created campaign.
import { decimalsOf } from '../../kit/currencies.ts';

/** Currency units per dollar, as of November 2026. */
const FOR_A_DOLLAR = `usd 1, aed 3.7, ars 1500, aud 1.6, bdt 122, bgn 2, bhd 0.4, bob 7, brl 6, cad 1.5, chf 1, clp 1000,
  cny 7.5, cop 4500, crc 550, czk 25, dkk 7, dzd 135, egp 50, eur 1, gbp 1, gtq 8, hkd 8, hnl 27, huf 400, idr 17000, ils 4,
  inr 90, isk 140, jod 0.8, jpy 150, kes 130, khr 4100, krw 1450, kwd 0.4, kzt 540, lkr 305, mad 10, mop 8, mxn 20, myr 4.5,
  ngn 1600, nio 37, nok 11, nzd 1.8, omr 0.4, pab 1, pen 3.8, php 60, pkr 285, pln 4, pyg 7500, qar 3.7, ron 5, rsd 110,
  rub 95, sar 3.8, sek 11, sgd 1.4, thb 35, try 42, twd 33, uah 42, uyu 42, vnd 26500, zar 19`;

const RATES: ReadonlyMap<string, number> = new Map(
  FOR_A_DOLLAR.split(/,\s+/).map((entry) => {
    const [code = '', rate] = entry.split(' ');
    return [code, Number(rate)];
  }),
);

/** Converts whole dollars to the minor unit of a currency; null for a currency that is not in the table. */
export function fromDollars(dollars: number, currency: string): number | null {
  const rate = RATES.get(currency);
  return rate === undefined ? null : Math.ceil(dollars * rate * 10 ** decimalsOf(currency));
}
