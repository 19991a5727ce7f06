// The currencies of ISO 4217 that are in use in 2026, in lower case: only these are accepted anywhere. The
// codes for funds, indexes, metals, tests and units of account are left out. currencies.ts lists those that a
// card can be charged in.
const CODES =
  'aed afn all amd aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf clp ' +
  'cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl htg ' +
  'huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl lyd mad mdl ' +
  'mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ' +
  'ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd top try ttd twd ' +
  'tzs uah ugx usd uyu uzs ved ves vnd vuv wst xaf xcd xcg xof xpf yer zar zmw zwg';

const IN_USE: ReadonlySet<string> = new Set(CODES.split(' '));

/** Whether a lower-case code is that of a currency in use. */
export function isCurrency(code: string): boolean {
  return IN_USE.has(code);
}
