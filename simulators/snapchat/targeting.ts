// Whom an ad squad reaches, as the platform takes it.
import { type Fields, Refused } from './wire.ts';
import type { World } from './world.ts';

const KNOWN = `geos demographics interests segments devices regulated_content enable_targeting_expansion
  auto_expansion_options`
  .split(/\s+/)
  .filter(Boolean);
const YOUNGEST = 13;

export function checkTargeting(world: World, account: string, targeting: Fields): void {
  for (const name of Object.keys(targeting))
    if (!KNOWN.includes(name)) throw new Refused(`Unknown field targeting.${name}`);
  const { geos = [], demographics = [], interests = [], segments = [] } = targeting;
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
