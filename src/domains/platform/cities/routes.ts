import * as z from 'zod';
import { access, defineRoute, listedAsWritten } from '../../../http/define-route.ts';
import { Country } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { City } from './city.ts';
import { searchCities } from './search-cities.ts';

export const cityRoutes = [
  defineRoute({
    operationId: 'searchCities',
    method: 'GET',
    path: '/v1/cities',
    tag: 'Cities',
    summary: 'Search cities by the beginning of their name',
    description:
      'Accents and case do not count; larger cities come first. Data: GeoNames (geonames.org), CC BY 4.0.',
    access: access.reads(['account', 'creator']),
    query: z.strictObject({
      q: z.string().trim().min(1).max(100).describe('How the name begins.'),
      country: Country.optional().describe('ISO 3166-1 alpha-2.'),
      limit: listQuery.limit,
      cursor: listQuery.cursor.describe("The previous page's nextCursor, with the same q and country."),
    }),
    output: City,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listedAsWritten(await searchCities(ctx, query)),
  }),
];
