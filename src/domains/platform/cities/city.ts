import * as z from 'zod';
import { recordExample } from '../../../resource/example.ts';

export const City = z
  .object({
    geonamesId: z.int().nullable().describe('The place in GeoNames.'),
    name: z.string().describe('As people there write it, accents included.'),
    displayName: z
      .string()
      .nullable()
      .describe(
        'City, region and country, for people to choose from. The region is left out where it is unknown or named like the city.',
      ),
    city: z.string().describe('The same as name.'),
    region: z.string().nullable().describe('Name of the first-level region; null where GeoNames tells none.'),
    regionCode: z
      .string()
      .nullable()
      .describe("GeoNames' code of the first-level region; null where it has none."),
    regionName: z.string().nullable().describe('The same as region.'),
    countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
    countryName: z.string().describe('In English.'),
    latitude: z.number().describe('Degrees, WGS 84; north is positive.'),
    longitude: z.number().describe('Degrees, WGS 84; east is positive.'),
    timeZone: z.string().describe('IANA name.'),
  })
  .meta({ id: 'City' });
recordExample(City, {
  geonamesId: 2_267_057,
  name: 'Lisbon',
  displayName: 'Lisbon, Portugal',
  city: 'Lisbon',
  region: 'Lisbon',
  regionCode: '14',
  regionName: 'Lisbon',
  countryCode: 'PT',
  countryName: 'Portugal',
  latitude: 38.71667,
  longitude: -9.13333,
  timeZone: 'Europe/Lisbon',
});

export type City = z.output<typeof City>;

export interface CityRow {
  rank: number;
  geonamesId: number;
  name: string;
  folded: string;
  countryCode: string;
  regionCode: string | null;
  regionName: string | null;
  latitude: number;
  longitude: number;
  timeZone: string;
}

/** In English, as JSON. Cached, because calling Intl for each row would take half of the time. */
const countryNames = new Map<string, string>();

function nameOfCountry(code: string): string {
  let name = countryNames.get(code);
  if (name === undefined) {
    name = inJson(new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code);
    countryNames.set(code, name);
  }
  return name;
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

/**
 * Separators of a city's fields and of cities. No field may contain them (packCity), and JSON does not escape
 * them.
 */
const BETWEEN = '|';
const BETWEEN_CITIES = '^';

/**
 * A city as it is stored: its fields in a row, each escaped as in JSON. A database's answer is JSON, and
 * quotes within it would cost more than everything else in a search. Throws for a field that contains a
 * separator.
 */
export function packCity(row: CityRow): string {
  const { geonamesId, name, regionName, regionCode, countryCode, latitude, longitude, timeZone } = row;
  const texts = [name, regionName ?? '', regionCode ?? '', countryCode, timeZone];
  for (const mark of [BETWEEN, BETWEEN_CITIES])
    if (texts.some((text) => text.includes(mark))) throw new Error(`a "${mark}" in ${texts.join(', ')}`);
  return [geonamesId, latitude, longitude, ...texts.map(inJson)].join(BETWEEN);
}

export interface FoundCity {
  rank: number;
  /** In the form that `packCity` writes. */
  record: string;
}

/**
 * Splits a database's answer, one text for several cities, each after its rank. @param found null for no
 * city.
 */
export function unpackCities(found: string | null): FoundCity[] {
  if (found === null) return [];
  return found.split(BETWEEN_CITIES).map((city) => {
    const end = city.indexOf(BETWEEN);
    return { rank: Number(city.slice(0, end)), record: city.slice(end + 1) };
  });
}

const orNull = (text: string) => (text === '' ? 'null' : `"${text}"`);

/**
 * A City record as JSON text. It is joined from text, since building an object and writing it would cost
 * more.
 */
export function presentCity(packed: string): string {
  const fields = packed.split(BETWEEN) as [string, string, string, string, string, string, string, string];
  const [geonamesId, latitude, longitude, name, region, regionCode, countryCode, timeZone] = fields;
  const countryName = nameOfCountry(countryCode);
  const between = region === '' || region === name ? ', ' : `, ${region}, `;
  return `{"geonamesId":${geonamesId},"name":"${name}","displayName":"${name}${between}${countryName}","city":"${name}","region":${orNull(region)},"regionCode":${orNull(regionCode)},"regionName":${orNull(region)},"countryCode":"${countryCode}","countryName":"${countryName}","latitude":${latitude},"longitude":${longitude},"timeZone":"${timeZone}"}`;
}
