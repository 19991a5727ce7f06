// Withdrawing from the payout balance: fee and arrival come before the confirmation.

import { payoutAccountOperations } from '../../../domains/money/payout-accounts/operations.ts';
import type { WithdrawalQuote } from '../../../domains/money/withdrawals/get-withdrawal-quote.ts';
import { withdrawalOperations } from '../../../domains/money/withdrawals/operations.ts';
import type { Speed } from '../../../domains/money/withdrawals/withdrawal.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { amountHelp, readAmount, showAmount } from '../../amount.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { money } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { ProofField, requireProof } from '../../proof.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { earnersOnly, INSTANT_ARRIVAL, STANDARD_ARRIVAL, whyNoWithdrawal } from './earner-parts.tsx';
import { sameAsSeen, seenOf } from './withdrawing.ts';

interface Asked {
  amount: string | undefined;
  currency: string | undefined;
  speed: Speed;
}

/** What the address asks for; everything withdrawable without an amount. Null for an amount that is none. */
function askedIn(at: PlaceVisit): Asked | null {
  const [typed, currency] = [at.query('amount'), at.query('currency')];
  const speed = at.query('speed') === 'instant' ? 'instant' : 'standard';
  if (typed === undefined) return { amount: undefined, currency, speed };
  const minor = readAmount(typed, currency ?? 'usd');
  return minor === null || minor === 0 ? null : { amount: String(minor), currency: currency ?? 'usd', speed };
}

const quote = (at: PlaceVisit, { amount, currency, speed }: Asked) =>
  at.run(withdrawalOperations.getWithdrawalQuote, {
    query: { speed, ...(amount && { amount }), ...(currency && { currency }) },
  });

function refusedIn(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'operation_rejected') return error;
  throw error;
}

/** Why something cannot be withdrawn, and whether another amount or speed helps. */
interface Problem {
  text: string;
  isChangeable: boolean;
}

const CHANGEABLE: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'fee_exceeds_amount',
  'whole_units',
  'instant_unavailable',
  'paid_by_own_account',
]);

function inWords({ message, details }: AppError, currency = 'usd'): Problem {
  const { reason = '', fee, amount } = (details ?? {}) as { reason?: string; fee?: number; amount?: number };
  const code = currency.toUpperCase();
  const text =
    reason === 'fee_exceeds_amount' && fee !== undefined
      ? `The fee of ${money(fee, currency)} leaves nothing of this amount.`
      : reason === 'whole_units' && amount !== undefined
        ? `Banks take whole ${code} only, after the fee: withdraw ${money(amount, currency)}.`
        : message;
  return { text, isChangeable: CHANGEABLE.has(reason) };
}

/** What would be withdrawn, or why not. Where nothing can be, the balance's page says the same. */
async function quoted(at: PlaceVisit): Promise<WithdrawalQuote | Problem> {
  const asked = askedIn(at);
  if (asked === null) return { text: amountHelp(at.query('currency') ?? 'usd'), isChangeable: true };
  const [found, setup, { balances }] = await Promise.all([
    quote(at, asked).catch(refusedIn),
    at.run(payoutAccountOperations.getPayoutSetup),
    at.run('GET /v1/balance'),
  ]);
  if (!(found instanceof AppError)) return found;
  const { currency } = asked;
  const meant = currency === undefined ? balances : balances.filter((one) => one.currency === currency);
  const nothing = whyNoWithdrawal(setup, meant);
  return nothing ? { text: nothing.text, isChangeable: false } : inWords(found, currency);
}

export const withdrawPage = placePage({
  path: '/balance/withdraw',
  show: async (at) => {
    earnersOnly(at);
    const wanted = await quoted(at);
    return {
      title: 'Withdraw',
      body: (
        <>
          <PageHead title="Withdraw" back={{ href: at.to('/balance'), label: 'Balance' }} />
          {'text' in wanted ? (
            <Notice tone="warning" title="This cannot be withdrawn">
              {wanted.text} <a href={at.to('/balance')}>View balance and payout set-up</a>
            </Notice>
          ) : (
            <Confirmation at={at} wanted={wanted} />
          )}
          {'text' in wanted ? (
            wanted.isChangeable && <Change at={at} wanted={null} />
          ) : (
            <Change at={at} wanted={wanted} />
          )}
        </>
      ),
    };
  },
  actions: {
    withdraw: async (at, form) => {
      earnersOnly(at);
      const amount = Number(form.text('amount'));
      const [currency, speed] = [form.text('currency'), form.text('speed')];
      if (!Number.isSafeInteger(amount) || amount <= 0) throw invalidField('/amount', 'Choose an amount.');
      const asked = {
        amount: String(amount),
        currency,
        speed: speed === 'instant' ? speed : 'standard',
      } as const;
      const [now, { newBank }] = await Promise.all([
        // Sent a second time, there may be nothing left to quote: the verb then answers as it did the first time.
        quote(at, asked).catch(refusedIn),
        at.run(withdrawalOperations.getWithdrawalBank, { query: { currency } }),
      ]);
      if (newBank) await requireProof(at, at.person, form);
      if (!(now instanceof AppError) && !sameAsSeen(now, form.text('shown')))
        throw new AppError('conflict', 'The fee or the bank has changed since. Check them, then withdraw.');
      const { id } = await at.run('POST /v1/withdrawals', { body: { amount, currency, speed: asked.speed } });
      return at.go(at.to(`/withdrawals/${id}`), 'Withdrawal requested.');
    },
  },
});

function Confirmation({ at, wanted }: { at: PlaceVisit; wanted: WithdrawalQuote }) {
  const { amount, fee, net, currency, speed, last4, newBank } = wanted;
  return (
    <Card title={`Withdraw ${money(amount, currency)}`}>
      <Facts
        facts={[
          ['From your payout balance', money(amount, currency)],
          ['Fee', fee === 0 ? 'None' : money(fee, currency)],
          ['You receive', <strong>{money(net, currency)}</strong>],
          ['Arrives', speed === 'instant' ? INSTANT_ARRIVAL : STANDARD_ARRIVAL],
          ['To', `Bank account or card ending in ${last4}`],
        ]}
      />
      <Form action="withdraw">
        <Hidden name="amount" value={String(amount)} />
        <Hidden name="currency" value={currency} />
        <Hidden name="speed" value={speed} />
        <Hidden name="shown" value={seenOf(wanted)} />
        {newBank && <ProofField person={at.person} />}
        <Buttons>
          <Button>{`Withdraw ${money(amount, currency)}`}</Button>
        </Buttons>
      </Form>
    </Card>
  );
}

/** Another amount or speed: shows what that would cost, and withdraws nothing yet. */
function Change({ at, wanted }: { at: PlaceVisit; wanted: WithdrawalQuote | null }) {
  const currency = wanted?.currency ?? at.query('currency') ?? 'usd';
  const speed = at.query('speed') === 'instant' ? 'instant' : 'standard';
  const typed = at.query('amount') ?? (wanted ? showAmount(wanted.amount, currency) : '');
  const offersInstant = wanted?.instant || speed === 'instant';
  return (
    <Card title="Change amount or speed">
      <form method="get" action={at.url.pathname} class="form">
        <input type="hidden" name="currency" value={currency} />
        <div class="field">
          <label for="withdraw-amount">{`Amount (${currency.toUpperCase()})`}</label>
          <input
            class="input"
            id="withdraw-amount"
            name="amount"
            value={typed}
            inputmode="decimal"
            maxlength={20}
            required
          />
        </div>
        {offersInstant && (
          <div class="field">
            <label for="withdraw-speed">Speed</label>
            <select class="input" id="withdraw-speed" name="speed">
              <option value="standard" selected={speed === 'standard'}>
                Standard
              </option>
              <option value="instant" selected={speed === 'instant'}>
                Instant, for a fee
              </option>
            </select>
          </div>
        )}
        <Buttons>
          <Button look="secondary">Show fee</Button>
          <ButtonLink look="quiet" href={at.to('/balance')}>
            Cancel
          </ButtonLink>
        </Buttons>
      </form>
    </Card>
  );
}
