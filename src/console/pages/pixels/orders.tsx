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
  test = null,
}: {
  at: PlaceVisit;
  pixel: string;
  orders: readonly PixelEvent[];
  /** The number of the newest test order, where it is known. */
  test?: string | null;
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
        { label: 'Credit', cell: ({ credit }) => (credit === null ? 'No creator' : RULES[credit.rule]) },
        {
          label: 'State',
          cell: (one) => <OrderState order={one} test={one.orderId !== null && one.orderId === test} />,
        },
      ]}
    />
  );
}

export const orderName = ({ orderId, eventId, name }: PixelEvent) =>
  orderId !== null ? `Order ${orderId}` : (eventId ?? words(name));

export const valueText = ({ value, currency }: Pick<PixelEvent, 'value' | 'currency'>) =>
  value === null || currency === null ? 'Unknown' : money(value, currency);

/** By what the creator was found. */
export const RULES = {
  own_link: 'Link',
  kept_landing: 'Kept link',
  attribution_id: 'Attribution ID',
  click_id: 'Click ID',
  same_user: 'Same customer',
  creator_code: 'Creator code',
  discount_code: 'Discount code',
} as const satisfies Record<NonNullable<PixelEvent['credit']>['rule'], string>;

function OrderState({ order: { confirmedAt }, test }: { order: PixelEvent; test: boolean }) {
  if (test) return <Badge>Test order</Badge>;
  if (confirmedAt === null) return <Badge tone="warning">Unconfirmed</Badge>;
  return <Badge tone="success">Confirmed</Badge>;
}
