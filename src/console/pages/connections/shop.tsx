// What a connected shop tells: which orders arrived, what was missed, a test order, and customers who ask for their data.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { ShopState } from '../../../domains/catalog/shops/get-shop.ts';
import { shopOperations } from '../../../domains/catalog/shops/operations.ts';
import type { PixelEvent } from '../../../domains/measurement/pixel-events/pixel-event.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Badge, Card, Facts } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { count, day, plural, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { Orders } from '../pixels/orders.tsx';
import { connects } from './connection-parts.tsx';

const RECENT = 10;
/** How long before its end a connection is warned of. */
const WARN_MS = 14 * DAY_MS;

export interface ShopShown {
  state: ShopState;
  orders: PixelEvent[];
}

/** The pixel of a connection that may be a shop. Known early, it lets the orders be read beside the rest. */
export async function pixelOfShop(at: PlaceVisit, id: string): Promise<string | null> {
  return (await at.run(shopOperations.getShopPixel, { params: { id } })).pixel;
}

export async function readShop(at: PlaceVisit, id: string, pixel: string | null): Promise<ShopShown> {
  const [state, orders] = await Promise.all([
    at.run(shopOperations.getShop, { params: { id } }),
    pixel === null ? [] : ordersOf(at, pixel),
  ]);
  return { state, orders };
}

async function ordersOf(at: PlaceVisit, pixel: string): Promise<PixelEvent[]> {
  const query = { pixel, name: 'purchase', limit: String(RECENT) };
  return (await at.run('GET /v1/pixel-events', { query })).items;
}

export function Shop({ at, connection, shop }: { at: PlaceVisit; connection: Connection; shop: ShopShown }) {
  const { state, orders } = shop;
  const live = connection.status === 'connected';
  return (
    <>
      <Ending at={at} connection={connection} state={state} />
      {state.dataRequests.length > 0 && <Requests at={at} state={state} />}
      <Card title="Reading">
        <Facts
          facts={[
            [
              'Last read',
              connection.lastSyncedAt === null ? 'Not yet' : <Time at={connection.lastSyncedAt} exact />,
            ],
            ['Next check', nextCheck(state)],
            ['Last webhook', state.heardAt === null ? 'None yet' : <Time at={state.heardAt} exact />],
            ['Found by the hourly check', missedOrders(state)],
          ]}
        />
        <p class="quiet">
          The store sends a webhook for each new or changed order. The hourly check finds the orders that no
          webhook reported.
        </p>
        {live && connects(at) && <SyncNow state={state} />}
      </Card>
      <Card title="Orders" flush>
        {orders.length === 0 || state.pixel === null ? (
          <EmptyState title="No orders yet" icon="inbox">
            New orders appear here within a minute. Place a test order to try it.
          </EmptyState>
        ) : (
          <Orders at={at} pixel={state.pixel} orders={orders} test={state.testOrder?.id ?? null} />
        )}
      </Card>
      {live && <TestOrder state={state} />}
      {live && <Install at={at} state={state} />}
    </>
  );
}

function nextCheck({ ordersDue, listedNextAt }: ShopState) {
  if (listedNextAt === null) return 'None while it is disconnected';
  return (
    <>
      <Time at={listedNextAt} exact />
      {ordersDue > 0 && `, ${plural(ordersDue, 'order')} left to read`}
    </>
  );
}

function missedOrders({ missed }: ShopState) {
  if (missed === null) return 'Nothing missed';
  return (
    <>
      {plural(missed.orders, 'order')}, <Time at={missed.at} exact />
    </>
  );
}

function Ending({ at, connection, state }: { at: PlaceVisit; connection: Connection; state: ShopState }) {
  if (connection.status === 'reconnect_required')
    return (
      <Notice tone="danger" title="Reconnect the store">
        New orders no longer confirm sales, and sales that are not final yet keep the value they have now.
        After you reconnect, everything that was missed in the last 60 days is read.
      </Notice>
    );
  const { endsAt } = state;
  if (endsAt === null || Date.parse(endsAt) > at.now + WARN_MS) return null;
  return (
    <Notice tone="warning" title={`The connection ends on ${day(endsAt)}`}>
      The store has not been read for a long time. Reconnect it before then.
    </Notice>
  );
}

function SyncNow({ state: { sync } }: { state: ShopState }) {
  if (sync?.status === 'running') return <Badge tone="info">Syncing</Badge>;
  return (
    <Form action="sync" inline>
      <Button look="secondary" small>
        Sync now
      </Button>
    </Form>
  );
}

function TestOrder({ state: { testOrder, sync } }: { state: ShopState }) {
  return (
    <Card title="Test order">
      {testOrder && (
        <Notice tone="success" title={`Test order ${testOrder.name} arrived`}>
          Placed <Time at={testOrder.createdAt} exact />, read <Time at={testOrder.readAt} exact />. It is no
          sale, and nobody earns by it.
        </Notice>
      )}
      {sync?.status === 'failed' && (
        <Notice tone="warning" title="The last sync failed">
          {sync.error}
        </Notice>
      )}
      <ol class="numbered">
        <li>In Shopify, open Settings, then Payments, and turn on test mode.</li>
        <li>
          Open a creator’s link to your store, add a product to the cart and check out with a test card.
        </li>
        <li>Reload this page. The order appears within a minute. Then turn test mode off.</li>
      </ol>
    </Card>
  );
}

function Install({ at, state }: { at: PlaceVisit; state: ShopState }) {
  if (state.pixel === null) return null;
  return (
    <Card title="Theme and checkout">
      <p>
        The connection reports what was sold. To know which creator brought the buyer, the pixel has to be in
        your theme and in your checkout.
      </p>
      <p>
        <a href={at.to(`/pixels/${state.pixel}`)}>Install the pixel of this store</a>
      </p>
    </Card>
  );
}

function Requests({ at, state }: { at: PlaceVisit; state: ShopState }) {
  const open = state.dataRequests.filter(({ answeredAt }) => answeredAt === null).length;
  return (
    <Card title="Privacy requests" flush>
      <Table
        label="Privacy requests"
        rows={state.dataRequests}
        columns={[
          {
            label: 'Request',
            main: true,
            cell: (one) => (
              <TwoLines title={`Customer data request of ${day(one.createdAt)}`}>
                {one.orders.length === 0 ? 'It names no orders.' : `Orders: ${shortList(one.orders)}`}
              </TwoLines>
            ),
          },
          {
            label: 'State',
            cell: ({ answeredAt, createdAt }) =>
              answeredAt !== null ? (
                <>
                  Answered <Time at={answeredAt} />
                </>
              ) : (
                <>
                  Answer by <Time at={Date.parse(createdAt) + 30 * DAY_MS} />
                </>
              ),
          },
          {
            label: 'Answer',
            actions: true,
            cell: (one) => one.answeredAt === null && connects(at) && <Answer id={one.id} />,
          },
        ]}
      />
      {open > 0 && (
        <p class="card-foot quiet">
          {plural(open, 'customer')} asked for their data. Download it, send it to the customer, and mark the
          request as answered. By law you have 30 days.
        </p>
      )}
    </Card>
  );
}

const MOST_SHOWN = 5;
const shortList = (orders: readonly string[]) =>
  orders.length <= MOST_SHOWN
    ? orders.join(', ')
    : `${orders.slice(0, MOST_SHOWN).join(', ')} and ${count(orders.length - MOST_SHOWN)} more`;

function Answer({ id }: { id: string }) {
  return (
    <Buttons>
      <Form action="data" id={id} inline>
        <Button look="secondary" small>
          Download data
        </Button>
      </Form>
      <Confirm
        action="answered"
        id={id}
        label="Mark as answered"
        title="Mark the request as answered?"
        confirm="Mark as answered"
        look="secondary"
        small
      >
        <p>Send the data to the customer first. Afterwards it can no longer be downloaded here.</p>
      </Confirm>
    </Buttons>
  );
}

/** What is kept about a customer, as a file. */
export async function dataFile(at: PlaceVisit, id: string): Promise<Response> {
  const data = await at.run(shopOperations.getCustomerData, { params: { id } });
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="customer-data-${data.requestedAt.slice(0, 10)}.json"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
