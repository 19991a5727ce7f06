// The latest orders on a pixel, each with the page that explains it.
import type { PixelEvent } from '../../../domains/measurement/pixel-events/pixel-event.ts';
import { Badge } from '../../components/card.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

export function Orders({
  at,
  pixel,
  orders,
}: {
  at: PlaceVisit;
  pixel: string;
  orders: readonly PixelEvent[];
}) {
  return (
    <Table
      label="Orders"
      rows={orders}
      columns={[
        {
          label: 'Order',
          main: true,
          cell: (one) => (
            <TwoLines href={at.to(`/pixels/${pixel}/events/${one.id}`)} title={orderName(one)}>
              First reported by {one.source === 'shop' ? 'the store' : `a ${one.source}`}
            </TwoLines>
          ),
        },
        { label: 'Placed', cell: (one) => <Time at={one.occurredAt} exact /> },
        { label: 'Value', numeric: true, cell: valueText },
        { label: 'Credit', cell: ({ credit }) => (credit === null ? 'No creator' : words(credit.rule)) },
        { label: 'State', cell: (one) => <OrderState order={one} /> },
      ]}
    />
  );
}

export const orderName = ({ orderId, eventId, name }: PixelEvent) =>
  orderId !== null ? `Order ${orderId}` : (eventId ?? words(name));

export const valueText = ({ value, currency }: Pick<PixelEvent, 'value' | 'currency'>) =>
  value === null || currency === null ? 'Unknown' : money(value, currency);

function OrderState({ order: { confirmedAt } }: { order: PixelEvent }) {
  return confirmedAt === null ? (
    <Badge tone="warning">Unconfirmed</Badge>
  ) : (
    <Badge tone="success">Confirmed</Badge>
  );
}
