// One event, and for each conversion that it counted for: who decided value and credit, what came back, and when it is final.
import type { ExplainedPixelEvent } from '../../../domains/measurement/pixel-events/explained-event.ts';
import { notFound } from '../../../kit/error.ts';
import { Badge, Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { orderName, RULES, valueText } from './orders.tsx';
import { requireAccount } from './pixel-parts.tsx';
import { WAITS } from './sale-wait-words.ts';

type Counted = ExplainedPixelEvent['conversions'][number];

export const eventPage = placePage({
  path: '/pixels/:pixel/events/:event',
  show: async (at) => {
    requireAccount(at);
    const event = await at.run('GET /v1/pixel-events/:id', { params: { id: at.params.event ?? '' } });
    if (event.pixel !== at.params.pixel) throw notFound('page');
    return {
      title: orderName(event),
      body: (
        <>
          <PageHead
            title={orderName(event)}
            back={{ href: at.to(`/pixels/${event.pixel}`), label: 'Pixel' }}
          />
          {event.mergedInto !== null && (
            <Notice title="Counted as another event">
              It proved to be the same as{' '}
              <a href={at.to(`/pixels/${event.pixel}/events/${event.mergedInto}`)}>another event</a>, which
              counts instead.
            </Notice>
          )}
          <Card>
            <Facts
              facts={[
                ['Event', words(event.name)],
                ['First reported by', reporter(event.source)],
                ['Value', valueText(event)],
                ['Placed', <Time at={event.occurredAt} exact />],
                ['Confirmed', event.confirmedAt === null ? 'Not yet' : <Time at={event.confirmedAt} exact />],
                ['Consent', words(event.consent)],
                ['Discount code', event.discountCode],
                ['ID', <Code>{event.id}</Code>],
              ]}
            />
          </Card>
          {event.conversions.length === 0 && event.mergedInto === null && (
            <Notice>
              It counts for no conversion: none was defined for it at that time, or it is no sale, such as a
              test order.
            </Notice>
          )}
          {event.conversions.map((one) => (
            <Conversion one={one} />
          ))}
          <Card title="How the credit was found" flush>
            <Table
              label="Attribution"
              rows={event.attribution.steps}
              columns={[
                { label: 'Rule', main: true, cell: (step) => RULES[step.rule] },
                { label: 'Result', cell: (step) => words(step.outcome) },
                { label: 'Why', cell: (step) => step.reason },
              ]}
            />
          </Card>
        </>
      ),
    };
  },
});

function Conversion({ one }: { one: Counted }) {
  const amount = (cents: number | null) =>
    cents === null || one.currency === null ? null : money(cents, one.currency);
  return (
    <Card title="Sale" action={<SaleState one={one} />}>
      <Facts
        facts={[
          ['Value', amount(one.value) ?? 'Unknown'],
          ['Value decided by', decider(one.valueBy)],
          ['Credited to', creditedTo(one)],
          ['Credit decided by', decider(one.creditBy)],
          ['Confirmed by', decider(one.confirmedBy)],
          ['Returned before it was final', one.returned > 0 ? amount(one.returned) : 'Nothing'],
          [
            'Returned afterwards',
            one.returnedLate > 0 ? `${amount(one.returnedLate)}, still paid` : 'Nothing',
          ],
          ['Final', finalAt(one)],
          ['Order last read', one.shopReadAt === null ? null : <Time at={one.shopReadAt} exact />],
          ['Counted', <Time at={one.recordedAt} exact />],
        ]}
      />
      {one.earnsNothing === 'self_purchase' && (
        <Notice tone="warning" title="Self-purchase">
          The customer has the e-mail address or phone number of the credited creator, so nobody earns by it.
        </Notice>
      )}
      {one.earnsNothing === 'code_stopped' && (
        <Notice title="Code stopped">You stopped the code that credits it, so nobody earns by it.</Notice>
      )}
      {one.heldUntil !== null && (
        <Notice tone="warning" title="Waits for your answer">
          Its code was flagged. Without your answer it counts from <Time at={one.heldUntil} exact /> on.
        </Notice>
      )}
      {one.earnsNothing === 'returned' && (
        <Notice title="Returned">Too little is left of the order, so nobody earns by it.</Notice>
      )}
      {one.lateCredit !== null && (
        <Notice title="A creator became known too late">
          {one.lateCredit.submission ?? one.lateCredit.creator} would have been credited within 24 hours. It
          is shown here and not paid.
        </Notice>
      )}
    </Card>
  );
}

function creditedTo({ submission, campaign, creator }: Counted) {
  const who = submission ?? campaign ?? creator;
  return who === null ? 'No creator' : <Code>{who}</Code>;
}

function SaleState({ one }: { one: Counted }) {
  if (!one.counts) return <Badge>Not counted</Badge>;
  if (one.earnsNothing !== null) return <Badge>Earns nothing</Badge>;
  if (one.creator === null) return <Badge tone="warning">No creator</Badge>;
  if (one.waitsFor === null) return <Badge tone="success">Final</Badge>;
  if (one.waitsFor === 'confirmation') return <Badge tone="warning">Unconfirmed</Badge>;
  return <Badge tone="info">Waiting</Badge>;
}

function finalAt({ counts, earnsNothing, creator, waitsFor, waitsUntil, maturesAt }: Counted) {
  if (!counts || earnsNothing !== null) return null;
  if (creator === null) return 'Never: no creator is credited';
  if (waitsFor === 'confirmation') return 'Once the order is confirmed';
  if (waitsFor === null) return maturesAt === null ? null : <Time at={maturesAt} exact />;
  if (waitsUntil === null) return 'Being worked out';
  if (waitsFor === 'maturity') return <Time at={waitsUntil} exact />;
  return (
    <>
      {WAITS[waitsFor]}, until <Time at={waitsUntil} exact /> at the latest
    </>
  );
}

const REPORTERS: Readonly<Record<string, string>> = {
  shop: 'The store',
  server: 'Your server',
  browser: 'A browser',
};
const reporter = (source: string) => REPORTERS[source] ?? words(source);
const decider = (source: string | null) => (source === null ? 'Nobody yet' : reporter(source));
