// The charges of a brand's card, each with its receipt.
import { CHARGE_STATUSES, type Charge } from '../../../domains/money/charges/charge.ts';
import { day, money } from '../../format.tsx';
import { listPage } from '../lists/list-page.tsx';
import { stateOptions } from '../places/states.tsx';
import { byCurrency } from './by-currency.ts';
import { chargeColumns } from './charge-words.tsx';

export const chargesPage = listPage<Charge>({
  path: '/charges',
  title: 'Charges',
  about: (at) => (
    <>
      What the <a href={at.to('/billing')}>card on file</a> was charged, with a receipt for each charge.
    </>
  ),
  filters: () => [
    {
      name: 'status',
      label: 'Status',
      options: stateOptions('Any status', CHARGE_STATUSES, { due: 'Scheduled' }),
    },
    byCurrency,
  ],
  read: (at, query) => at.run('GET /v1/charges', { query }),
  exported: 'charges',
  shown: async (at) => ({
    columns: chargeColumns(at),
    nameOf: (one) => `${day(one.day)}, ${money(one.amount, one.currency)}`,
  }),
  none: () => ({
    icon: 'card',
    text: 'Charges appear here the day after you approve a payment.',
    next: { path: '/payments', label: 'View payments' },
  }),
});
