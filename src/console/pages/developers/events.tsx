// The events that were sent to a key's webhook.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { MONEY_EVENT_TYPES } from '../../../domains/accounts/webhooks/event.ts';
import { webhookOperations } from '../../../domains/accounts/webhooks/operations.ts';
import { EVENT_TYPE_NAMES } from '../../../events/catalogue.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Select } from '../../components/fields.tsx';
import { Filters } from '../../components/filters.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { DeliveryState } from './event-parts.tsx';
import { changesKeys, KeyHead } from './key-parts.tsx';

const TYPES = EVENT_TYPE_NAMES.map((type) => ({ value: type, label: type }));

/** The event types that the person may see. */
const typesFor = (at: PlaceVisit) =>
  at.place.role === 'member' ? TYPES.filter(({ value }) => !MONEY_EVENT_TYPES.includes(value)) : TYPES;

export const eventsPage = placePage({
  path: '/keys/:key/events',
  show: async (at) => {
    const params = { id: at.params.key ?? '' };
    const query = at.given('type', 'delivery', 'subject', 'cursor');
    const [key, { items, nextCursor }] = await Promise.all([
      at.run(keyOperations.getKey, { params }),
      at.run(webhookOperations.listEvents, { params, query }),
    ]);
    const filtered = Object.keys(query).length > 0;
    const subject = at.query('subject');
    return {
      title: `Events of ${key.name}`,
      body: (
        <>
          <KeyHead at={at} keyOf={key} tab="events" />
          {changesKeys(at, key) && key.webhookUrl && (
            <Card title="Send test event">
              <Form action="test" inline>
                <Select name="type" label="Type" required value="conversion.recorded" options={TYPES} />
                <Button look="secondary">Send</Button>
              </Form>
              <p class="quiet">It goes to {key.webhookUrl}, signed as all events are. Its IDs are made up.</p>
            </Card>
          )}
          <Filters
            filters={[
              { name: 'type', label: 'Type', options: [{ value: '', label: 'All types' }, ...typesFor(at)] },
              {
                name: 'delivery',
                label: 'Delivery',
                options: [
                  { value: '', label: 'All' },
                  { value: 'pending', label: 'Pending' },
                  { value: 'delivered', label: 'Delivered' },
                  { value: 'failed', label: 'Failed' },
                ],
              },
            ]}
          />
          {subject && (
            <Notice>
              Only events about <Code>{subject}</Code>. <a href={at.url.pathname}>Show all</a>
            </Notice>
          )}
          <Card flush>
            {items.length > 0 ? (
              <Table
                label={`Events of ${key.name}`}
                rows={items}
                columns={[
                  {
                    label: 'Event',
                    main: true,
                    cell: (event) => (
                      <TwoLines href={at.to(`/keys/${key.id}/events/${event.id}`)} title={event.type}>
                        {event.id}
                      </TwoLines>
                    ),
                  },
                  { label: 'Created', cell: (event) => <Time at={event.createdAt} exact /> },
                  { label: 'Delivery', cell: (event) => <DeliveryState delivery={event.delivery} /> },
                ]}
              />
            ) : filtered ? (
              <EmptyState
                title="No results"
                icon="webhook"
                action={
                  nextCursor === null && (
                    <ButtonLink look="secondary" href={at.url.pathname}>
                      Show all events
                    </ButtonLink>
                  )
                }
              >
                {nextCursor === null
                  ? 'No event in the last 90 days matches these filters.'
                  : 'No match among the newest events. Older ones are on the next page.'}
              </EmptyState>
            ) : (
              <EmptyState
                title="No events yet"
                icon="webhook"
                action={
                  !key.webhookUrl &&
                  changesKeys(at, key) && (
                    <ButtonLink look="secondary" href={at.to(`/keys/${key.id}`)}>
                      Set a webhook URL
                    </ButtonLink>
                  )
                }
              >
                {key.webhookUrl
                  ? "New events are sent to this key's URL. Send a test event to see one."
                  : 'Events are sent to a key that has a webhook URL.'}
              </EmptyState>
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
  actions: {
    test: async (at, form) => {
      const params = { id: at.params.key ?? '' };
      const event = await at.run(webhookOperations.createTestEvent, {
        params,
        body: { type: form.text('type') },
      });
      return at.go(at.to(`/keys/${params.id}/events/${event.id}`), 'The test event is being sent.');
    },
  },
});
