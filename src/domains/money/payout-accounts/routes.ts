import * as z from 'zod';
import { access, defineRoute, listed } from '../../../http/define-route.ts';
import { recordExample } from '../../../resource/example.ts';
import { listPayoutCountries } from './list-payout-countries.ts';

const Country = z
  .object({
    code: z.string().describe('ISO 3166-1 alpha-2.'),
    name: z.string().describe('In English.'),
    currency: z.string().describe('What bank accounts there are in; ISO 4217, lower case.'),
    schedule: z
      .enum(['on_request', 'weekly'])
      .describe(
        'Who is paid weekly has all there is sent to the bank each Monday, and makes no withdrawals.',
      ),
  })
  .meta({ id: 'PayoutCountry' });
recordExample(Country, { code: 'PT', name: 'Portugal', currency: 'eur', schedule: 'on_request' });

export const payoutAccountRoutes = [
  defineRoute({
    operationId: 'listPayoutCountries',
    method: 'GET',
    path: '/v1/payouts/countries',
    tag: 'Balance',
    summary: 'List the countries in which payouts are open',
    description: 'All of them on one page, by name.',
    access: access.reads(['account', 'creator']),
    output: Country,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx) => listed({ items: [...listPayoutCountries(ctx.vars)], nextCursor: null }),
  }),
];
