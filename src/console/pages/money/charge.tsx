// One charge of a brand's card: what became of it, and the receipt, which prints without the rest.
import type { Charge } from '../../../domains/money/charges/charge.ts';
import { ButtonLink, PrintButton } from '../../components/button.tsx';
import { Card, Facts, PageHead, Totals } from '../../components/card.tsx';
import { Notice, type Tone } from '../../components/notice.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { count, day, money, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Names, namesFor } from '../places/names.ts';
import { State } from '../places/states.tsx';
import { ChargeState, cardName, chargeWords } from './charge-words.tsx';

type Item = NonNullable<Charge['items']>[number];

const TONES: Record<Charge['status'], Tone> = {
  due: 'info',
  processing: 'info',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'info',
};

export const chargePage = placePage({
  path: '/charges/:charge',
  show: async (at) => {
    const charge = await at.run('GET /v1/charges/:id', { params: { id: at.params.charge ?? '' } });
    const { items = [], itemCount = 0, status, card } = charge;
    const names = await namesFor(at, items);
    const isPaid = status === 'succeeded';
    const title = isPaid ? `Receipt of ${day(charge.day)}` : `Charge of ${day(charge.day)}`;
    return {
      title,
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: at.to('/charges'), label: 'Charges' }}
            action={<PrintButton />}
          />
          <Notice tone={TONES[status]}>{chargeWords(charge)}</Notice>
          {status === 'failed' && (
            <div class="buttons">
              <ButtonLink href={at.to('/billing')}>Replace card</ButtonLink>
            </div>
          )}
          <Card>
            <Facts
              facts={[
                [isPaid ? 'Receipt from' : 'Charged by', at.vars.SERVICE_NAME],
                ['Billed to', at.place.name],
                [isPaid ? 'Receipt number' : 'Charge number', charge.id],
                ['Status', <ChargeState charge={charge} />],
                ...(charge.succeededAt ? [['Charged', <Time at={charge.succeededAt} exact />] as const] : []),
                ...(card ? [['Card', cardName(card)] as const] : []),
                ['Currency', charge.currency.toUpperCase()],
                ...(charge.attempts > 1 ? [['Attempts', count(charge.attempts)] as const] : []),
              ]}
            />
          </Card>
          {items.length > 0 && (
            <Card title="Payments and fees" flush>
              <Table label="Payments and fees" rows={items} columns={itemColumns(at, charge, names)} />
              <Sums charge={charge} items={items} />
            </Card>
          )}
          {itemCount > items.length && (
            <p class="quiet">
              These are the first {count(items.length)} of {count(itemCount)}. The total is that of all.{' '}
              <a href={at.to(`/payments?charge=${charge.id}`)}>View all payments of this charge</a>
            </p>
          )}
        </>
      ),
    };
  },
});

/** The charge was made for all of them: only what came later is worth saying. */
const changed = ({ status }: Item) => status === 'refunded' || status === 'disputed';

function itemColumns(at: PlaceVisit, { currency, items = [] }: Charge, names: Names): Column<Item>[] {
  return [
    {
      label: 'For',
      main: true,
      cell: (one) =>
        one.payment === null ? (
          <TwoLines title="Agency fee">{one.day && `of ${day(one.day)}`}</TwoLines>
        ) : (
          <TwoLines href={at.to(`/payments/${one.payment}`)} title={names.creator(one.creator)}>
            {one.program && names.program(one.program)}
          </TwoLines>
        ),
    },
    ...(items.some(changed)
      ? [{ label: 'Since then', cell: (one: Item) => changed(one) && <State status={one.status!} /> }]
      : []),
    { label: 'Amount', numeric: true, cell: (one) => money(one.amount, currency) },
    { label: 'Service fee', numeric: true, cell: (one) => money(one.fee, currency) },
    { label: 'Total', numeric: true, first: true, cell: (one) => money(one.total, currency) },
  ];
}

/** The parts of the total, where all that it collects is shown. */
function Sums({
  charge: { amount, currency, itemCount = 0 },
  items,
}: {
  charge: Charge;
  items: readonly Item[];
}) {
  const sum = (part: 'amount' | 'fee' | 'total') => items.reduce((all, one) => all + one[part], 0);
  const whole = itemCount === items.length && sum('total') === amount;
  return (
    <Totals
      totals={[
        ...(whole
          ? [
              ['Payments', money(sum('amount'), currency)] as const,
              ['Service fee', money(sum('fee'), currency)] as const,
            ]
          : []),
        ['Total', money(amount, currency)],
      ]}
    />
  );
}
