import { access, defineRoute, EVERYONE, ok } from '../../../http/define-route.ts';
import { Analytics, AnalyticsQuery } from './analytics.ts';
import { getAnalytics } from './get-analytics.ts';
import { getAnalyticsCsv } from './get-analytics-csv.ts';

export const analyticsRoutes = [
  defineRoute({
    operationId: 'getAnalytics',
    method: 'GET',
    path: '/v1/analytics',
    tag: 'Analytics',
    summary: 'Get the results of ads or posts by day',
    description:
      "As the platforms report them, in each ad account's currency and days. An ad account counts once, however many connections see it. Creators read what their own submissions brought as ads, across brands. A request for more than 10,000 rows gets 400. With `Accept: text/csv` all rows come as a table, with amounts in units of their currency.",
    access: access.reads(EVERYONE),
    query: AnalyticsQuery,
    output: Analytics,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => ok(await getAnalytics(ctx, query)),
    csv: (ctx, { query }) => getAnalyticsCsv(ctx, query),
  }),
];
