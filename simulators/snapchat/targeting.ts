// Whom an ad squad reaches, as the platform takes it.
import { type Fields, Refused } from './wire.ts';
import type { World } from './world.ts';

const EXPANSIONS = ['interest_expansion_option', 'custom_audience_expansion_option'];

/** The platform goes beyond an audience unless each kind of expansion is turned off. */
export function expanded(targeting: Fields): Fields {
  const given = targeting.auto_expansion_options ?? {};
  const options = EXPANSIONS.map((name) => [name, given[name] ?? { enabled: true }]);
  return {
    enable_targeting_expansion: true,
    ...targeting,
    auto_expansion_options: Object.fromEntries(options),
  };
}

function checkExpansions(options: Fields): void {
  for (const [name, option] of Object.entries(options))
    if (!EXPANSIONS.includes(name) || typeof option?.enabled !== 'boolean')
      throw new Refused(`targeting.auto_expansion_options.${name} must say whether it is enabled`);
}

const KNOWN = `geos demographics interests segments devices regulated_content enable_targeting_expansion
  auto_expansion_options`
  .split(/\s+/)
  .filter(Boolean);
const YOUNGEST = 13;

export function checkTargeting(world: World, account: string, targeting: Fields): void {
  for (const name of Object.keys(targeting))
    if (!KNOWN.includes(name)) throw new Refused(`Unknown field targeting.${name}`);
  const { geos = [], demographics = [], interests = [], segments = [] } = targeting;
  checkExpansions(targeting.auto_expansion_options ?? {});
  if (geos.length === 0) throw new Refused('targeting needs geos');
  for (const { country_code: code } of geos)
    if (!/^[a-z]{2}$/.test(String(code)))
      throw new Refused('targeting.geos needs country_code in lower case');
  for (const one of demographics) checkDemographic(one);
  const spoken = new Set(demographics.flatMap(({ languages = [] }: { languages?: unknown[] }) => languages));
  if (geos.length > 1 && spoken.size !== 1)
    throw new Refused('targeting of several countries needs exactly one language');
  for (const { category_id: ids } of interests)
    if (!Array.isArray(ids) || ids.length === 0) throw new Refused('targeting.interests needs category_id');
  for (const { segment_id: ids } of segments) {
    if (!Array.isArray(ids)) throw new Refused('targeting.segments needs segment_id');
    for (const id of ids) {
      const found = world.find(id);
      if (found?.kind !== 'segment' || found.parent !== account)
        throw new Refused('targeting.segments names no segment of the ad account');
    }
  }
}

/** Ages are texts. */
function checkDemographic({ min_age: min, max_age: max, gender }: Fields): void {
  const age = (value: unknown, pattern: RegExp) => {
    if (value === undefined) return null;
    if (typeof value !== 'string' || !pattern.test(value))
      throw new Refused('targeting.demographics needs ages as texts');
    return Number.parseInt(value, 10);
  };
  const from = age(min, /^\d{2}$/) ?? YOUNGEST;
  const to = age(max, /^\d{2}\+?$/) ?? from;
  if (from < YOUNGEST || to < from) throw new Refused('targeting.demographics has no such ages');
  if (gender !== undefined && gender !== 'MALE' && gender !== 'FEMALE')
    throw new Refused('targeting.demographics.gender must be MALE or FEMALE');
}
