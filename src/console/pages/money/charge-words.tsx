// What pages say of a charge of a brand's card.
import type { Charge } from '../../../domains/money/charges/charge.ts';
import type { Column } from '../../components/table.tsx';
import { TwoLines } from '../../components/table.tsx';
import { day, money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { State } from '../places/states.tsx';

/** Visa ending in 4242 */
export function cardName(card: { brand: string | null; last4: string | null }): string {
  const { brand, last4 } = card;
  return [brand === null ? 'Card' : words(brand), last4 && `ending in ${last4}`].filter(Boolean).join(' ');
}

const NAMES = { due: 'Tries again', succeeded: 'Charged' } as const;

/** A charge that no attempt was made for yet does not try again: it is still to come. */
export const ChargeState = ({ charge: { status, attempts } }: { charge: Charge }) => (
  <State status={status} own={status === 'due' && attempts === 0 ? { due: 'Scheduled' } : NAMES} />
);

/** What became of a charge, and what happens next. */
export function chargeWords(charge: Charge) {
  const { status, card, succeededAt, nextAttemptAt, attempts, failureMessage } = charge;
  switch (status) {
    case 'due':
      return (
        <>
          {failureMessage && `${failureMessage} `}
          {attempts > 0 ? 'The card is tried again' : 'The card is charged'}{' '}
          {nextAttemptAt === null ? 'soon' : <Time at={nextAttemptAt} exact />}
          {attempts > 0 && ', and at once when you replace it'}.
        </>
      );
    case 'processing':
      return 'The payment processor is working on it. There is nothing to do.';
    case 'succeeded':
      return (
        <>
          {card === null ? 'Charged' : `${cardName(card)} was charged`} on{' '}
          {succeededAt !== null && <Time at={succeededAt} exact />}.
        </>
      );
    case 'failed':
      return `${failureMessage ?? 'The card was declined.'} No more attempts are made with this card. Replace it, and the new one is charged at once.`;
    case 'canceled':
      return 'Everything in it was cancelled, so nothing is charged.';
  }
}

export function chargeColumns(at: PlaceVisit): Column<Charge>[] {
  return [
    {
      label: 'Charge',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/charges/${one.id}`)} title={day(one.day)}>
          {one.card ? cardName(one.card) : null}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: (one) => <ChargeState charge={one} /> },
    { label: 'Charged', cell: (one) => (one.succeededAt === null ? '—' : <Time at={one.succeededAt} />) },
    {
      label: 'Next attempt',
      cell: (one) => (one.nextAttemptAt === null ? '—' : <Time at={one.nextAttemptAt} exact />),
    },
    { label: 'Total', numeric: true, first: true, cell: (one) => money(one.amount, one.currency) },
  ];
}
