// Withdrawing what an embed shows, in the window: what is confirmed here moves, and nothing else does.
import { payoutAccountOf } from '../../../domains/money/payout-accounts/interface.ts';
import { bankFor } from '../../../domains/money/payout-accounts/payout-account.ts';
import { quoteWithdrawal } from '../../../domains/money/withdrawals/quote-withdrawal.ts';
import { money } from '../../../kit/currencies.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Facts } from '../../components/card.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { requireProof } from '../../proof.tsx';
import { sameAsSeen, seenOf, type Withdrawing } from '../money/withdrawing.ts';
import {
  Alone,
  ownPerson,
  SignedIn,
  WindowProof,
  type WindowVisit,
  windowDone,
  windowPage,
  windowShown,
} from './window-parts.tsx';
import type { WindowTexts } from './window-texts.ts';

/** What the frame asks for. */
function askedIn({ at }: WindowVisit) {
  const [amount, currency = ''] = [at.query('amount') ?? '', at.query('currency')];
  if (!/^[1-9]\d{0,14}$/.test(amount) || !/^[a-z]{3}$/.test(currency)) throw notFound('withdrawal');
  return { amount: Number(amount), currency, speed: 'standard' as const };
}

/** The same as it would be done now. Throws operation_rejected with the reason. */
async function quoted(visit: WindowVisit): Promise<Withdrawing> {
  const asked = askedIn(visit);
  const ctx = visit.at.system();
  const { account, amount, fee } = await quoteWithdrawal(
    ctx,
    await payoutAccountOf(ctx, visit.page.creator),
    asked,
  );
  return { amount, currency: asked.currency, fee, last4: bankFor(account, asked.currency)!.last4 };
}

const isOffered = ({ page: { component, features } }: WindowVisit): boolean =>
  component === 'earnings' && features.includes('withdraw');

export const windowWithdrawPage = windowPage('/withdraw', {
  show: async (visit) => {
    if (!isOffered(visit)) throw notFound('page');
    const found = await ownPerson(visit);
    if ('instead' in found) return found.instead;
    const wanted = await quoted(visit).catch((error) => refused(visit, error));
    if (!('last4' in wanted)) return wanted;
    const { own } = found;
    const { language, say, text } = visit;
    const { currency, fee, last4 } = wanted;
    const shown = (minor: number) => money(minor, currency, language);
    const amount = shown(wanted.amount);
    const title = say('withdrawTitle', { amount });
    return windowShown(
      visit,
      title,
      <>
        <Alone visit={visit} />
        <div data-together class="sheet-part">
          <h1>{title}</h1>
          <p>{say('withdrawAbout')}</p>
          <Facts
            facts={[
              [text.fromProfile, own.place.name],
              [text.toBank, say('bankEnds', { last4 })],
              [text.amount, amount],
              [text.fee, shown(fee)],
              [text.net, shown(wanted.amount - fee)],
            ]}
          />
          <Form action="withdraw">
            <Hidden name="seen" value={seenOf(wanted)} />
            <WindowProof visit={visit} own={own} />
            <Buttons>
              <Button waits>{say('withdraw', { amount })}</Button>
              <button type="button" class="button secondary" data-closes>
                {text.no}
              </button>
            </Buttons>
          </Form>
          <SignedIn visit={visit} person={own.person} />
        </div>
      </>,
    );
  },
  actions: {
    withdraw: async (visit, form) => {
      if (!isOffered(visit)) throw notFound('page');
      const found = await ownPerson(visit);
      if ('instead' in found) return found.instead;
      const { own } = found;
      const { language, say, text } = visit;
      await requireProof(visit.at, own.person, form);
      const body = askedIn(visit);
      // Sent a second time, there may be nothing left to quote: the verb then answers as it did the first time.
      const now = await quoted(visit).catch(() => null);
      if (now && !sameAsSeen(now, form.text('seen'))) throw new AppError('conflict', text.changed);
      try {
        await own.run('POST /v1/withdrawals', { body });
      } catch (error) {
        return refused(visit, error);
      }
      const { amount, currency } = body;
      const said = say('withdrawn', { amount: money(amount, currency, language) });
      return windowDone(visit, { 'data-done': 'withdrawal' }, <p>{said}</p>);
    },
  },
});

const REASONS: ReadonlySet<string> = new Set<keyof WindowTexts>([
  'identity_not_verified',
  'paid_weekly',
  'bank_account_missing',
  'payouts_disabled',
  'currency_not_supported',
  'insufficient_funds',
  'fee_exceeds_amount',
  'whole_units',
]);

/** Why it cannot be withdrawn, in words; anything else is thrown on. */
function refused(visit: WindowVisit, error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'operation_rejected') throw error;
  const { text } = visit;
  const reason = String((error.details as { reason?: unknown } | undefined)?.reason);
  const words = REASONS.has(reason) ? text[reason as keyof WindowTexts] : text.refusedOther;
  return windowShown(
    visit,
    text.refusedTitle,
    <>
      <h1>{text.refusedTitle}</h1>
      <p>{words}</p>
      <button type="button" class="button secondary" data-closes>
        {text.no}
      </button>
    </>,
  );
}
