// Whom an ad set reaches, as the platform takes it, and who is behind it where a law asks that.
import { invalid, type Params } from './wire.ts';
import type { Node, World } from './world.ts';

const FOR_EVERYBODY = ['EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES', 'HOUSING'];
/** Where the Digital Services Act asks who pays. */
const EU = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

export function checkTargeting(world: World, account: Node, node: Params): void {
  const { targeting } = node;
  const blame = ['targeting'];
  const places = targeting.geo_locations ?? {};
  const countries: unknown[] = places.countries ?? [];
  if (![countries, places.regions, places.cities, places.zips].some((list) => list?.length > 0))
    throw invalid('The targeting needs at least one place.', 1885364, blame);
  if (countries.some((one) => !/^[A-Z]{2}$/.test(String(one))))
    throw invalid('A country is not valid.', 1487756, blame);
  const automation = targeting.targeting_automation?.advantage_audience;
  if (automation !== 0 && automation !== 1)
    throw invalid('Set advantage_audience in targeting_automation to 1 or 0.', 1870227, blame);
  const { age_min: min = 18, age_max: max = 65 } = targeting;
  if (!(min >= 13 && max <= 65 && min <= max)) throw invalid('The ages are not valid.', 1487079, blame);
  const { age_range: range } = targeting;
  if (
    range !== undefined &&
    !(Array.isArray(range) && range[0] >= 13 && range[0] <= range[1] && range[1] <= 65)
  )
    throw invalid('age_range holds the youngest and the oldest age.', 1487079, blame);
  if (targeting.genders?.some((one: unknown) => one !== 1 && one !== 2))
    throw invalid('genders are 1 and 2.', 1487080, blame);
  for (const { id } of targeting.custom_audiences ?? []) world.get('audience', id, account.id);
  const { special_ad_categories: about = [] } = world.get('campaign', node.campaign_id, account.id);
  const restricted = about.some((one: string) => FOR_EVERYBODY.includes(one));
  if (restricted && (min !== 18 || max !== 65 || targeting.genders?.length > 0))
    throw invalid('Ads in this special ad category are for all ages and genders.', undefined, blame);
  const financial = about.includes('FINANCIAL_PRODUCTS_SERVICES');
  if (countries.includes('SG')) checkLaw(node, 'SINGAPORE_UNIVERSAL');
  if (countries.includes('AU') && financial) checkLaw(node, 'AUSTRALIA_FINSERV');
  if (countries.some((one) => EU.has(String(one)))) {
    if (!node.dsa_beneficiary) throw invalid('Say who benefits from the ads.', 3858079, ['dsa_beneficiary']);
    if (!node.dsa_payor) throw invalid('Say who pays for the ads.', 3858081, ['dsa_payor']);
  }
}

/** A country's law that asks who is behind its ads: named as a category, and by a verified beneficiary and payer. */
function checkLaw(node: Params, law: string): void {
  if (!node.regional_regulated_categories?.includes(law))
    throw invalid(`regional_regulated_categories needs ${law}.`, undefined, [
      'regional_regulated_categories',
    ]);
  const identities = node.regional_regulation_identities ?? {};
  const blame = ['regional_regulation_identities'];
  for (const who of ['beneficiary', 'payer'])
    if (!identities[`${law.toLowerCase()}_${who}`])
      throw invalid(`Say who the ${who} of the ads is.`, undefined, blame);
}
