// The withdrawals of a creator or partner, and a page for each.
import { WITHDRAWAL_STATUSES, type Withdrawal } from '../../../domains/money/withdrawals/withdrawal.ts';
import { PrintButton } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Notice, type Tone } from '../../components/notice.tsx';
import { TwoLines } from '../../components/table.tsx';
import { day, money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';
import { BalanceTabs, earnersOnly, INSTANT_ARRIVAL, STANDARD_ARRIVAL } from './earner-parts.tsx';

const NAMES = { pending: 'Requested', in_transit: 'On its way', paid: 'Paid' } as const;

export const withdrawalsPage = listPage<Withdrawal>({
  path: '/withdrawals',
  title: 'Withdrawals',
  about: () => 'What left your payout balance for your bank.',
  below: (at) => <BalanceTabs at={at} path="/withdrawals" />,
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', WITHDRAWAL_STATUSES, NAMES) },
  ],
  read: (at, query) => {
    earnersOnly(at);
    return at.run('GET /v1/withdrawals', { query });
  },
  exported: 'withdrawals',
  shown: async (at) => ({
    columns: [
      {
        label: 'Requested',
        main: true,
        cell: (one) => (
          <TwoLines href={at.to(`/withdrawals/${one.id}`)} title={day(one.createdAt)}>
            {words(one.speed)}
          </TwoLines>
        ),
      },
      { label: 'Status', cell: (one) => <State status={one.status} own={NAMES} /> },
      { label: 'Arrives', cell: (one) => (one.arrivesAt === null ? '—' : <Time at={one.arrivesAt} />) },
      { label: 'Amount', numeric: true, cell: (one) => money(one.amount, one.currency) },
      { label: 'Fee', numeric: true, cell: (one) => money(one.fee, one.currency) },
      { label: 'You receive', numeric: true, first: true, cell: (one) => money(one.net, one.currency) },
    ],
    nameOf: (one) => `${day(one.createdAt)}, ${money(one.amount, one.currency)}`,
  }),
  none: () => ({
    icon: 'card',
    text: 'Withdrawals appear here once you send money to your bank.',
    next: { path: '/balance', label: 'View balance' },
  }),
});

const TONES: Record<Withdrawal['status'], Tone> = {
  pending: 'info',
  in_transit: 'info',
  paid: 'success',
  failed: 'danger',
};

export const withdrawalPage = placePage({
  path: '/withdrawals/:withdrawal',
  show: async (at) => {
    earnersOnly(at);
    const one = await at.run('GET /v1/withdrawals/:id', { params: { id: at.params.withdrawal ?? '' } });
    const title = `Withdrawal of ${money(one.amount, one.currency)}`;
    return {
      title,
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: at.to('/withdrawals'), label: 'Withdrawals' }}
            action={<PrintButton />}
          />
          <Notice tone={TONES[one.status]}>{statusWords(one)}</Notice>
          <Card>
            <Facts
              facts={[
                ['Paid to', at.place.name],
                ['Status', <State status={one.status} own={NAMES} />],
                ['From the payout balance', money(one.amount, one.currency)],
                ['Fee', money(one.fee, one.currency)],
                ['To the bank', money(one.net, one.currency)],
                ...(one.delivered
                  ? [['Delivered by the bank', money(one.delivered.amount, one.delivered.currency)] as const]
                  : []),
                ['Speed', words(one.speed)],
                ['Requested', <Time at={one.createdAt} exact />],
                ['ID', one.id],
              ]}
            />
          </Card>
          {one.status === 'failed' && (
            <div class="buttons">
              <a class="button primary" href={at.to('/balance')}>
                View balance
              </a>
            </div>
          )}
        </>
      ),
    };
  },
});

/** Where the money is, and what happens next. */
function statusWords({ status, arrivesAt, failureMessage, speed, updatedAt }: Withdrawal) {
  switch (status) {
    case 'pending':
      return `Requested. The payment processor sends it to your bank. ${speed === 'instant' ? INSTANT_ARRIVAL : STANDARD_ARRIVAL}.`;
    case 'in_transit':
      return arrivesAt === null ? (
        `On its way to your bank. ${speed === 'instant' ? INSTANT_ARRIVAL : STANDARD_ARRIVAL}.`
      ) : (
        <>
          On its way to your bank, expected on <Time at={arrivesAt} />.
        </>
      );
    case 'paid':
      return (
        <>
          It reached your bank on <Time at={arrivesAt ?? updatedAt} />.
        </>
      );
    case 'failed':
      return `${failureMessage ?? 'The bank did not take it.'} The amount is in your payout balance again.`;
  }
}
