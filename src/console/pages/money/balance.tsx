// The balance of a creator or partner: what there is, what keeps it from the bank, and the payout set-up.
import type { Balance } from '../../../domains/money/balance/balance.ts';
import type { PayoutSetup } from '../../../domains/money/payout-accounts/get-payout-setup.ts';
import { payoutAccountOperations } from '../../../domains/money/payout-accounts/operations.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, Cards, Facts, PageHead, Stat } from '../../components/card.tsx';
import { Select } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { amounts, money, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { processorPages } from '../../processor-pages.ts';
import { Proof } from '../../proof.tsx';
import { ENDED, writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { State } from '../places/states.tsx';
import { amountsOf, BalanceTabs, earnersOnly, setupProblem, whyNoWithdrawal } from './earner-parts.tsx';
import { countryOptions } from './payout-countries.ts';

/** Why the reader may neither withdraw nor set payouts up. Members see no balance. */
const mayNot = ({ place }: PlaceVisit): string | null => (writes(place) ? null : ENDED);

type OneBalance = Balance['balances'][number];

export const balancePage = placePage({
  path: '/balance',
  proves: ['setUp'],
  show: async (at) => {
    earnersOnly(at);
    const [{ balances }, setup, countries] = await Promise.all([
      at.run('GET /v1/balance'),
      at.run(payoutAccountOperations.getPayoutSetup),
      at.run('GET /v1/payouts/countries'),
    ]);
    return {
      title: 'Balance',
      formActions: processorPages(at),
      body: (
        <>
          <PageHead title="Balance" />
          <BalanceTabs at={at} path="/balance" />
          <Ended at={at} />
          <Standing balances={balances} setup={setup} />
          {balances.length === 0 ? (
            <Card flush>
              <EmptyState
                title="No balance yet"
                icon="card"
                action={
                  <ButtonLink look="secondary" href={at.to('/earnings')}>
                    View earnings
                  </ButtonLink>
                }
              >
                What you earn appears here once a payment to you is made.
              </EmptyState>
            </Card>
          ) : (
            balances.map((one) => (
              <OneCurrency at={at} one={one} setup={setup} isOnly={balances.length === 1} />
            ))
          )}
          <SetUp at={at} setup={setup} countries={countryOptions(countries.items, 'en')} />
        </>
      ),
    };
  },
  actions: {
    setUp: async (at, form) => {
      earnersOnly(at);
      const { url } = await at.run('POST /v1/connections', {
        body: { provider: 'stripe', country: form.optional('country'), returnUrl: at.to('/balance') },
      });
      // Only an embedded form of the processor has no URL, and no page asks for one.
      return at.go(url!);
    },
  },
});

function Ended({ at }: { at: PlaceVisit }) {
  const how = at.query('status');
  if (how === 'connected')
    return <Notice tone="success">Your payout details were sent. How far they are is shown below.</Notice>;
  if (how === 'error')
    return <Notice tone="warning">The payout set-up was not finished. Open it again to go on.</Notice>;
  return null;
}

/** One sentence: what stops the money, or else where it goes next. */
function Standing({ balances, setup }: { balances: readonly OneBalance[]; setup: PayoutSetup | null }) {
  const nothing = whyNoWithdrawal(setup, balances);
  // What waits elsewhere comes first: another currency's money may still be withdrawn below.
  const stuck = balances.find(({ payoutProblem }) => payoutProblem !== null);
  if (nothing?.isProblem) return <Notice tone="warning">{nothing.text}</Notice>;
  if (stuck) return <Notice tone="warning">{stuck.payoutProblem}</Notice>;
  if (nothing) return balances.length > 0 && <Notice>{nothing.text}</Notice>;
  const ready = balances.filter((one) => whyNoWithdrawal(setup, [one]) === null);
  return (
    <Notice tone="success">{amounts(amountsOf(ready, 'withdrawable'))} can be withdrawn to your bank.</Notice>
  );
}

function OneCurrency({
  at,
  one,
  setup,
  isOnly,
}: {
  at: PlaceVisit;
  one: OneBalance;
  setup: PayoutSetup | null;
  isOnly: boolean;
}) {
  const { currency } = one;
  const isCreator = at.place.type === 'creator';
  const nothing = whyNoWithdrawal(setup, [one]);
  return (
    <section class="stack tight" aria-label={`Balance in ${currency.toUpperCase()}`}>
      {!isOnly && <h2>{currency.toUpperCase()}</h2>}
      <Cards>
        <Stat
          label="Available to withdraw"
          value={money(one.withdrawable, currency)}
          hint="in your payout balance"
        />
        {isCreator && (
          <>
            <Stat
              label="Next payout"
              value={money(one.available, currency)}
              hint={one.payoutProblem === null ? 'on the way to your payout balance' : 'waits, see above'}
            />
            <Stat label="Pending" value={money(one.pending, currency)} hint="not charged yet, or on hold" />
            {one.held > 0 && <Stat label="Held" value={money(one.held, currency)} hint="in dispute" />}
          </>
        )}
        {one.owed > 0 && (
          <Stat label="Owed" value={money(one.owed, currency)} hint="taken back; later payouts pay it off" />
        )}
      </Cards>
      {nothing === null ? (
        <div class="buttons">
          <ButtonLink href={at.to(`/balance/withdraw?currency=${currency}`)} refused={mayNot(at)}>
            {isOnly ? 'Withdraw' : `Withdraw ${currency.toUpperCase()}`}
          </ButtonLink>
        </div>
      ) : (
        !isOnly && one.withdrawable > 0 && <p class="quiet">{nothing.text}</p>
      )}
    </section>
  );
}

const IDENTITY = { rejected: 'Not accepted', required: 'Not verified', pending: 'Being verified' } as const;

function SetUp({
  at,
  setup,
  countries,
}: {
  at: PlaceVisit;
  setup: PayoutSetup | null;
  countries: ReturnType<typeof countryOptions>;
}) {
  const label = setup === null ? 'Set up payouts' : 'Open payout set-up';
  const country = setup && countries.find(({ value }) => value === setup.country);
  return (
    <Card title="Payout set-up">
      {setup && (
        <Facts
          facts={[
            ['Country', country?.label ?? setup.country],
            [
              'Identity',
              setup.identity === 'verified' ? (
                <State status="active" own={{ active: 'Verified' }} />
              ) : (
                <State
                  status={setup.identity === 'rejected' ? 'failed' : 'pending'}
                  own={{ failed: IDENTITY.rejected, pending: IDENTITY[setup.identity as 'required'] }}
                />
              ),
            ],
            [
              'Bank account or card',
              setup.banks.length === 0
                ? 'Missing'
                : setup.banks
                    .map(({ currency, last4 }) => `${currency.toUpperCase()}, ending in ${last4}`)
                    .join('; '),
            ],
            ['Tax ID', words(setup.taxId)],
            ['Paid', setup.weekly ? 'Each Monday, to the bank' : 'When you withdraw'],
          ]}
        />
      )}
      <p class="quiet">
        Identity and bank are entered on the payment processor’s pages. The country cannot be changed later.
      </p>
      {mayNot(at) === null ? (
        <Form action="setUp">
          {setup === null && (
            <Select
              name="country"
              label="Country of your bank"
              options={[{ value: '', label: 'Choose' }, ...countries]}
              required
            />
          )}
          <Proof action="setUp" />
          <Button look={setup === null || setupProblem(setup) !== null ? 'primary' : 'secondary'}>
            {label}
          </Button>
        </Form>
      ) : (
        <ButtonLink href={at.to('/balance')} refused={mayNot(at)}>
          {label}
        </ButtonLink>
      )}
    </Card>
  );
}
