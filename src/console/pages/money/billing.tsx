// The card of a brand: what it is charged for, when, and what went wrong.
import type { Child } from 'hono/jsx';
import type { Account } from '../../../domains/accounts/accounts/account.ts';
import type { Charge } from '../../../domains/money/charges/charge.ts';
import type { Owed } from '../../../domains/money/charges/get-owed.ts';
import { chargeOperations } from '../../../domains/money/charges/operations.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { Button, ButtonLink, ViewAll } from '../../components/button.tsx';
import { Card, Cards, Facts, PageHead, Stat } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { amounts, day, money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { processorPages } from '../../processor-pages.ts';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { State } from '../places/states.tsx';
import { ChargeState, cardName, chargeColumns, chargeWords } from './charge-words.tsx';

const SHOWN = 5;
const mayNot = whyNot('Owners and admins add a card.');

export const billingPage = placePage({
  path: '/billing',
  show: async (at) => {
    const [account, owed, stopped, { items: charges }] = await Promise.all([
      at.run('GET /v1/account'),
      at.run(chargeOperations.getOwed),
      at.run('GET /v1/charges', { query: { status: 'failed,due', limit: '10' } }),
      at.run('GET /v1/charges', { query: { limit: String(SHOWN) } }),
    ]);
    const failing = stopped.items.filter(({ failureMessage }) => failureMessage !== null);
    const hasCard = account.paymentMethod?.status === 'active';
    return {
      title: 'Billing',
      formActions: processorPages(at),
      body: (
        <>
          <PageHead title="Billing">
            Approved payments are charged to your card once a day, with a service fee.{' '}
            <a href={at.to('/statement')}>View statement</a>
          </PageHead>
          <Ended at={at} />
          <Cards>
            <Stat label="Owed" value={amounts(owed)} hint="fees included, charges under way as well" />
            <Stat label="Next charge" {...nextCharge(at, owed, stopped.items, hasCard)} />
          </Cards>
          <PaymentMethod at={at} method={account.paymentMethod} />
          {failing.length > 0 && (
            <Card title="Needs attention" flush>
              <Table
                label="Charges that did not go through"
                rows={failing}
                columns={[
                  {
                    label: 'Charge',
                    main: true,
                    cell: (one) => (
                      <TwoLines href={at.to(`/charges/${one.id}`)} title={day(one.day)}>
                        {chargeWords(one)}
                      </TwoLines>
                    ),
                  },
                  { label: 'Status', cell: (one) => <ChargeState charge={one} /> },
                  {
                    label: 'Total',
                    numeric: true,
                    first: true,
                    cell: (one) => money(one.amount, one.currency),
                  },
                ]}
              />
            </Card>
          )}
          <Card title="Recent charges" flush action={<ViewAll href={at.to('/charges')} />}>
            {charges.length === 0 ? (
              <EmptyState
                title="No charges yet"
                icon="card"
                action={
                  <ButtonLink look="secondary" href={at.to('/payments')}>
                    View payments
                  </ButtonLink>
                }
              >
                Charges appear here the day after you approve a payment.
              </EmptyState>
            ) : (
              <Table label="Recent charges" rows={charges} columns={chargeColumns(at)} />
            )}
          </Card>
        </>
      ),
    };
  },
  actions: {
    card: async (at) => {
      const { url } = await at.run('POST /v1/connections', {
        body: { provider: 'card', returnUrl: at.to('/billing') },
      });
      // Only an embedded form of the processor has no URL, and no page asks for one.
      return at.go(url!);
    },
  },
});

/**
 * When the card is charged next: after midnight UTC for what no charge has taken up, else when the earliest charge is
 * tried again.
 */
function nextCharge(
  { now }: PlaceVisit,
  owed: readonly Owed[],
  stopped: readonly Charge[],
  hasCard: boolean,
): { value: Child; hint: string } {
  if (owed.length === 0) return { value: 'None', hint: 'nothing is owed' };
  if (!hasCard) return { value: 'Waiting', hint: 'for a card on file' };
  if (owed.some(({ unbilled }) => unbilled > 0))
    return { value: <Time at={(Math.floor(now / DAY_MS) + 1) * DAY_MS} />, hint: 'after midnight UTC' };
  const [next] = stopped.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).toSorted();
  if (next !== undefined) return { value: <Time at={next} />, hint: 'a charge is tried again' };
  return stopped.some(({ status }) => status === 'failed')
    ? { value: 'Waiting', hint: 'for another card' }
    : { value: 'Under way', hint: 'at the payment processor' };
}

/** How the visit to the processor's page ended. */
function Ended({ at }: { at: PlaceVisit }) {
  const how = at.query('status');
  if (how === undefined) return null;
  if (how === 'added' || how === 'connected')
    return (
      <Notice tone="success" title="Card added">
        Charges that failed or waited for a card are tried with it now.
      </Notice>
    );
  return (
    <Notice tone="warning" title="No card was added">
      The page of the payment processor was left before a card was saved. Nothing was changed.
    </Notice>
  );
}

function PaymentMethod({ at, method }: { at: PlaceVisit; method: Account['paymentMethod'] }) {
  const label = method === null ? 'Add card' : 'Replace card';
  return (
    <Card title="Payment method">
      {method === null ? (
        <p>No card on file. Approved payments wait until there is one, and creators are paid later.</p>
      ) : (
        <Facts
          facts={[
            ['Card', cardName(method)],
            ['Status', method.status === 'active' ? <State status="active" /> : words(method.status)],
          ]}
        />
      )}
      <p class="quiet">
        The card is entered on the payment processor’s page. We keep its brand and last four digits.
      </p>
      {writesAsBrand(at.place) ? (
        <Form action="card">
          <Button look={method === null ? 'primary' : 'secondary'}>{label}</Button>
        </Form>
      ) : (
        <ButtonLink href={at.to('/billing')} refused={mayNot(at) ?? 'Only a brand has a card.'}>
          {label}
        </ButtonLink>
      )}
    </Card>
  );
}
