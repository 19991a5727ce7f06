// The rows of the analytics page as a file for spreadsheets.
import { answerCsv } from '../../../http/answer.ts';
import { placePage } from '../../page.ts';
import { askedAt } from './asked.ts';

export const analyticsFilePage = placePage({
  path: '/analytics/csv',
  show: async (at) => {
    const query = askedAt(at);
    const table = await at.readTable('GET /v1/analytics', { query });
    return await answerCsv(table, {
      'Content-Disposition': `attachment; filename="analytics-${query.from}-${query.to}.csv"`,
    });
  },
});
