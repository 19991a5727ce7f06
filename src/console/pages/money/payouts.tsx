// Payouts: what moved earnings to the payout balance, and a page for each.
import { PAYOUT_STATUSES, type Payout } from '../../../domains/money/payouts/payout.ts';
import { PrintButton } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Notice, type Tone } from '../../components/notice.tsx';
import { TwoLines } from '../../components/table.tsx';
import { count, day, money, plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';
import { byCurrency } from './by-currency.ts';
import { BalanceTabs, earnersOnly } from './earner-parts.tsx';

const NAMES = { pending: 'Under way' } as const;

export const payoutsPage = listPage<Payout>({
  path: '/payouts',
  title: 'Payouts',
  about: () => 'Earnings that were moved to your payout balance, once a day.',
  below: (at) => <BalanceTabs at={at} path="/payouts" />,
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', PAYOUT_STATUSES, NAMES) },
    byCurrency,
  ],
  read: (at, query) => {
    earnersOnly(at);
    return at.run('GET /v1/payouts', { query });
  },
  exported: 'payouts',
  shown: async (at) => ({
    columns: [
      {
        label: 'Payout',
        main: true,
        cell: (one) => (
          <TwoLines href={at.to(`/payouts/${one.id}`)} title={day(one.createdAt)}>
            {plural(one.earnings, 'earning')}
          </TwoLines>
        ),
      },
      { label: 'Status', cell: (one) => <State status={one.status} own={NAMES} /> },
      { label: 'Paid', cell: (one) => (one.paidAt === null ? '—' : <Time at={one.paidAt} />) },
      { label: 'Amount', numeric: true, first: true, cell: (one) => money(one.amount, one.currency) },
    ],
    nameOf: (one) => `${day(one.createdAt)}, ${money(one.amount, one.currency)}`,
  }),
  none: () => ({
    icon: 'card',
    text: 'Payouts appear here once earnings are available and payouts are set up.',
    next: { path: '/balance', label: 'View balance' },
  }),
});

const TONES: Record<Payout['status'], Tone> = { pending: 'info', paid: 'success', failed: 'danger' };

export const payoutPage = placePage({
  path: '/payouts/:payout',
  show: async (at) => {
    earnersOnly(at);
    const one = await at.run('GET /v1/payouts/:id', { params: { id: at.params.payout ?? '' } });
    const title = `Payout of ${money(one.amount, one.currency)}`;
    return {
      title,
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: at.to('/payouts'), label: 'Payouts' }}
            action={<PrintButton />}
          />
          <Notice tone={TONES[one.status]}>{statusWords(one)}</Notice>
          <Card>
            <Facts
              facts={[
                ['To', at.place.name],
                ['Status', <State status={one.status} own={NAMES} />],
                ['Earnings', count(one.earnings)],
                ['Amount', money(one.amount, one.currency)],
                ...(one.owedPaid > 0
                  ? [
                      ['Paid off what was owed', money(one.owedPaid, one.currency)] as const,
                      ['Added to your balance', money(one.amount - one.owedPaid, one.currency)] as const,
                    ]
                  : []),
                ['Started', <Time at={one.createdAt} exact />],
                ...(one.paidAt ? [['Paid', <Time at={one.paidAt} exact />] as const] : []),
                ['ID', one.id],
              ]}
            />
          </Card>
          <p>
            <a href={at.to('/earnings?status=paid')}>View paid earnings</a>
          </p>
        </>
      ),
    };
  },
});

function statusWords({ status, failureMessage }: Payout): string {
  if (status === 'pending') return 'Under way: the earnings are in your payout balance within a day.';
  if (status === 'paid') return 'The earnings are in your payout balance, from which you withdraw them.';
  return `${failureMessage ?? 'The payout did not go through.'} The earnings are available again, and the next payout tries again.`;
}
