// The rows of the analytics page as a file for spreadsheets.
import { csvStream } from '../../../kit/csv.ts';
import { placePage } from '../../page.ts';
import { askedAt } from './asked.ts';

export const analyticsFilePage = placePage({
  path: '/analytics/csv',
  show: async (at) => {
    const query = askedAt(at);
    const table = await at.readTable('GET /v1/analytics', { query });
    return new Response(csvStream(table), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="analytics-${query.from}-${query.to}.csv"`,
      },
    });
  },
});
