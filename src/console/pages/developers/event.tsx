// One event for a key: its payload, and the outcome of each delivery attempt.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import type { EventWithAttempts } from '../../../domains/accounts/webhooks/event.ts';
import { webhookOperations } from '../../../domains/accounts/webhooks/operations.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Badge, Card, Facts, PageHead } from '../../components/card.tsx';
import { Code, CodeBlock } from '../../components/code.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { count, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { DeliveryState } from './event-parts.tsx';
import { changesKeys } from './key-parts.tsx';

type Attempt = EventWithAttempts['attempts'][number];

const paramsOf = (at: PlaceVisit) => ({
  params: { key: at.params.key ?? '', id: at.params.event ?? '' },
});

export const eventPage = placePage({
  path: '/keys/:key/events/:event',
  show: async (at) => {
    const [key, event] = await Promise.all([
      at.run(keyOperations.getKey, { params: { id: at.params.key ?? '' } }),
      at.run(webhookOperations.getEvent, paramsOf(at)),
    ]);
    const { id, type, account, data } = event;
    const list = at.to(`/keys/${key.id}/events`);
    const sends = changesKeys(at, key) && key.webhookUrl !== null;
    return {
      title: type,
      body: (
        <>
          <PageHead
            title={type}
            back={{ href: list, label: `Events of ${key.name}` }}
            action={
              sends && (
                <Form action="redeliver" inline>
                  <Button look="secondary">Resend event</Button>
                </Form>
              )
            }
          />
          <Card>
            <Facts
              facts={[
                ['Delivery', <DeliveryState delivery={event.delivery} />],
                ['Created', <Time at={event.createdAt} exact />],
                ['ID', <Code>{id}</Code>],
                ...Object.entries(data).map(
                  ([kind, subject]) =>
                    [
                      words(kind),
                      <a href={`${list}?subject=${encodeURIComponent(subject)}`}>{subject}</a>,
                    ] as const,
                ),
              ]}
            />
          </Card>
          <Card title="Payload">
            <CodeBlock label="body" text={JSON.stringify({ id, type, account, data }, null, 2)} />
          </Card>
          <Card title="Attempts" flush>
            {event.attempts.length === 0 ? (
              <NoAttempts delivery={event.delivery} reload={at.url.pathname} list={list} />
            ) : (
              <Attempts attempts={event.attempts} />
            )}
          </Card>
          {event.attempts.map(
            (attempt) =>
              attempt.body && (
                <Card title={`Answer to attempt ${attempt.number}`}>
                  <CodeBlock label={`answer to attempt ${attempt.number}`} text={attempt.body} />
                </Card>
              ),
          )}
        </>
      ),
    };
  },
  actions: {
    redeliver: async (at) => {
      await at.run(webhookOperations.redeliverEvent, paramsOf(at));
      return at.go(at.url.pathname, 'The event is being sent again.');
    },
  },
});

/** An event that was delivered had an attempt; one that failed has none if the URL was removed before the first. */
function NoAttempts({
  delivery,
  reload,
  list,
}: Pick<EventWithAttempts, 'delivery'> & { reload: string; list: string }) {
  if (delivery === 'pending')
    return (
      <EmptyState
        title="No attempts yet"
        icon="clock"
        action={
          <ButtonLink look="secondary" href={reload}>
            Reload
          </ButtonLink>
        }
      >
        The event is about to be sent. Reload this page to see the result.
      </EmptyState>
    );
  return (
    <EmptyState
      title={delivery === 'delivered' ? 'Attempts are no longer kept' : 'No attempts to show'}
      icon="clock"
      action={
        <ButtonLink look="secondary" href={list}>
          View events
        </ButtonLink>
      }
    >
      {delivery === 'delivered'
        ? 'The event was delivered. Its attempts were deleted, as they are after 30 days at the latest.'
        : 'The event was not delivered. Attempts are deleted after 30 days at the latest, and there were none if the webhook URL was removed or the key revoked before the first.'}
    </EmptyState>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Table
      label="Attempts"
      rows={attempts}
      columns={[
        { label: 'Attempt', main: true, cell: ({ number }) => `Attempt ${number}` },
        { label: 'When', cell: (one) => <Time at={one.at} exact /> },
        { label: 'To', cell: ({ url }) => url },
        {
          label: 'Response',
          cell: ({ status, error }) => (
            <Badge tone={error === null ? 'success' : 'danger'}>{error ?? String(status)}</Badge>
          ),
        },
        { label: 'Duration', numeric: true, cell: ({ latencyMs }) => `${count(latencyMs)} ms` },
      ]}
    />
  );
}
