import * as z from 'zod';

export const City = z
  .object({
    geonamesId: z.int().nullable(),
    name: z.string(),
    displayName: z.string().nullable().describe('City, region and country, for people to choose from.'),
    city: z.string(),
    region: z.string().nullable().describe("The region's name."),
    regionCode: z.string().nullable().describe("GeoNames' code of the first-level region."),
    regionName: z.string().nullable(),
    countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
    countryName: z.string().describe('In English.'),
    latitude: z.number(),
    longitude: z.number(),
    timeZone: z.string().describe('IANA name.'),
  })
  .meta({ id: 'City' });

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

const countryNames = new Map<string, string>();

/** In English. Asking Intl anew for each of the rows would take half of the loading. */
function nameOfCountry(code: string): string {
  let name = countryNames.get(code);
  if (name === undefined) {
    name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
    countryNames.set(code, name);
  }
  return name;
}

export function presentCity(row: CityRow): City {
  const countryName = nameOfCountry(row.countryCode);
  const region = row.regionName === row.name ? null : row.regionName;
  return {
    geonamesId: row.geonamesId,
    name: row.name,
    displayName: [row.name, region, countryName].filter((part) => part !== null).join(', '),
    city: row.name,
    region: row.regionName,
    regionCode: row.regionCode,
    regionName: row.regionName,
    countryCode: row.countryCode,
    countryName,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.timeZone,
  };
}
