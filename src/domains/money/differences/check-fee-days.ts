// Finds days on which ads spent money and for which nobody decided about a partner's fee.
import { DAY_MS, day as dayOf } from '../../../kit/time.ts';
import { listAdSpendDays } from '../accruals/interface.ts';
import { FEE_DAYS } from '../brand-fees/interface.ts';
import type { Found } from './difference.ts';
import { LOOKED_AT_FOR_MS, type Part } from './part.ts';
import { feeDayOf, findFeeDays } from './record-store.ts';

const DAYS_A_RUN = 500;

export const checkFeeDays: Part = {
  name: 'brand fee days',
  async look(ctx, { day, after }) {
    const first = dayOf(Date.parse(day) - LOOKED_AT_FOR_MS);
    const [since = first, accountId = '', currency = ''] = after === '' ? [] : after.split(' ');
    // Later ones may still be charged in one of the next nights.
    const until = dayOf(Date.parse(day) - (FEE_DAYS + 1) * DAY_MS);
    const asked = { after: { day: since, accountId, currency }, until, limit: DAYS_A_RUN };
    const rows = await listAdSpendDays(ctx, asked);
    const done = await findFeeDays(ctx, rows.map(feeDayOf));
    const found = rows.flatMap((row): Found[] =>
      done.has(feeDayOf(row))
        ? []
        : [
            {
              kind: 'brand_fee_missing',
              subject: feeDayOf(row),
              details: { spend: row.spend, currency: row.currency },
            },
          ],
    );
    const last = rows.length < DAYS_A_RUN ? undefined : rows.at(-1);
    return { after: last ? `${last.day} ${last.accountId} ${last.currency}` : null, found };
  },
};
