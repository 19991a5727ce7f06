// Which currency a country's banks have, and what a dollar buys of each: made up, and the same every day.

const EURO = 'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES'.split(' ');

/** Where connected accounts are open. */
export const CONNECTED: Record<string, string> = {
  ...Object.fromEntries(EURO.map((country) => [country, 'eur'])),
  US: 'usd',
  CA: 'cad',
  GB: 'gbp',
  AU: 'aud',
  NZ: 'nzd',
  SE: 'sek',
  DK: 'dkk',
  NO: 'nok',
  CH: 'chf',
  LI: 'chf',
  CZ: 'czk',
  HU: 'huf',
  PL: 'pln',
  RO: 'ron',
  JP: 'jpy',
  SG: 'sgd',
  HK: 'hkd',
  BR: 'brl',
  MX: 'mxn',
};

/** Where recipients of Global Payouts are: there and in these. */
const MORE = `AE aed, AL all, AM amd, AR ars, AZ azn, BA bam, BD bdt, BH bhd, BJ xof, BN bnd, BO bob, BS bsd, BT btn,
  BW bwp, CI xof, CL clp, CO cop, CR crc, DO dop, DZ dzd, EC usd, EG egp, ET etb, GA xaf, GH ghs, GM gmd, GT gtq, GY gyd,
  HN hnl, ID idr, IL ils, IN inr, IS isk, JM jmd, JO jod, KE kes, KH khr, KR krw, KW kwd, KZ kzt, LK lkr, MA mad, MC eur,
  MD mdl, MG mga, MK mkd, MN mnt, MO mop, MU mur, MY myr, MZ mzn, NA nad, NE xof, NG ngn, OM omr, PA usd, PE pen, PH php,
  PK pkr, PY pyg, QA qar, RS rsd, RW rwf, SA sar, SM eur, SN xof, SV usd, TH thb, TN tnd, TR try, TT ttd, TW twd, TZ tzs,
  UY uyu, UZ uzs, VN vnd, ZA zar`;

export const RECIPIENTS: Record<string, string> = {
  ...CONNECTED,
  ...Object.fromEntries(MORE.split(/,\s+/).map((line) => line.split(' '))),
};

/** In whole units of the currency; what is not here costs ten. */
const FOR_A_DOLLAR: Record<string, number> = {
  usd: 1,
  eur: 0.9,
  gbp: 0.8,
  chf: 0.9,
  cad: 1.4,
  aud: 1.5,
  nzd: 1.7,
  brl: 5,
  mxn: 18,
  inr: 84,
  php: 57,
  ngn: 1500,
  kes: 130,
  zar: 18,
  cop: 4000,
  idr: 16_000,
  krw: 1400,
  jpy: 150,
  vnd: 25_000,
  ars: 1000,
};
/** Currencies whose smallest unit is the unit itself, and those with thousandths. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '));

/** Smallest units in, whole smallest units out. */
export function convert(amount: number, from: string, to: string): number {
  const unit = (currency: string) => (WHOLE.has(currency) ? 1 : THOUSANDTHS.has(currency) ? 1000 : 100);
  const dollars = amount / unit(from) / (FOR_A_DOLLAR[from] ?? 10);
  return from === to ? amount : Math.round(dollars * (FOR_A_DOLLAR[to] ?? 10) * unit(to));
}
