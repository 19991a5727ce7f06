// A brand pays a creator by its own decision: what it costs is shown before it is sent.

import { paymentOperations } from '../../../domains/money/payments/operations.ts';
import type { QuotedPayment } from '../../../domains/money/payments/quote-payment.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { money } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators, CreatorChoice } from '../creator-choice.tsx';
import { namesFor } from '../places/names.ts';
import { ProgramChoice } from '../program-choice.tsx';
import { wholeList } from '../whole-list.ts';
import { cardInWords } from './card-in-words.ts';

const TITLE = 'New payment';

export const WHO_PAYS = 'Owners and admins of the brand pay creators.';

export const newPaymentPage = placePage({
  path: '/payments/new',
  show: async (at) => {
    if (!writesAsBrand(at.place)) throw new AppError('permission_denied', WHO_PAYS);
    return { title: TITLE, body: await enter(at) };
  },
  actions: {
    review: async (at, form) => ({
      title: TITLE,
      body: await review(at, form, await at.run(paymentOperations.quotePayment, { body: paymentIn(form) })),
    }),
    pay: async (at, form) => {
      const body = paymentIn(form);
      const now = await at.run(paymentOperations.quotePayment, { body });
      if (shownOf(now) !== form.text('shown'))
        return {
          title: TITLE,
          status: 409,
          body: (
            <>
              <Notice tone="warning">
                What it costs has changed since, so nothing was paid. Check it, then pay.
              </Notice>
              {await review(at, form, now)}
            </>
          ),
        };
      const { id } = await at.run('POST /v1/payments', { body });
      return at.go(at.to(`/payments/${id}`), 'Payment created. The next daily charge collects it.');
    },
  },
});

/** What a person sees of the cost before confirming it, in one text: the form sends it along. */
const shownOf = ({ amount, net, total, currency, holdDays }: QuotedPayment): string =>
  `${amount} ${net} ${total} ${currency} ${holdDays}`;

async function review(at: PlaceVisit, form: FormInput, quote: QuotedPayment) {
  const creator = form.text('creator');
  const [card, names] = await Promise.all([cardInWords(at), namesFor(at, [{ creator }])]);
  return <Review at={at} form={form} quote={quote} card={card} creator={names.creator(creator)} />;
}

function paymentIn(form: FormInput) {
  const currency = form.text('currency');
  return {
    creator: form.text('creator'),
    program: form.orNull('program'),
    submission: form.orNull('submission'),
    amount: form.amount('amount', currency) ?? Number.NaN,
    currency,
    note: form.orNull('note'),
  };
}

const Head = ({ at, children }: { at: PlaceVisit; children: string }) => (
  <PageHead title={TITLE} back={{ href: at.to('/payments'), label: 'Payments' }}>
    {children}
  </PageHead>
);

async function enter(at: PlaceVisit) {
  const submission = at.query('submission');
  const [creators, programs, paidFor] = await Promise.all([
    agreedCreators(at),
    wholeList(at, 'GET /v1/programs'),
    submission === undefined ? null : at.run('GET /v1/submissions/:id', { params: { id: submission } }),
  ]);
  return (
    <>
      <Head at={at}>
        A bonus, or pay for something that no program’s rules pay. You see what it costs first.
      </Head>
      <Card>
        <Form action="review">
          <CreatorChoice
            creators={creators}
            hint="Creators that agreed to work with you."
            chosen={paidFor?.creator ?? at.query('creator')}
          />
          {paidFor === null ? (
            <ProgramChoice
              programs={programs}
              none="No program"
              hint="It counts as the program’s spend, in its currency."
            />
          ) : (
            <>
              <Hidden name="submission" value={paidFor.id} />
              <p class="quiet">
                For <a href={at.to(`/submissions/${paidFor.id}`)}>this submission</a>. What its program’s
                rules pay comes besides.
              </p>
            </>
          )}
          <div class="fields-beside">
            <TextField
              name="amount"
              label="Amount"
              inputmode="decimal"
              hint="Before an agency’s share. Our fee comes on top."
              required
            />
            <Select
              name="currency"
              label="Currency"
              value="usd"
              options={[...CURRENCIES.keys()].map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </div>
          <TextArea name="note" label="Note" hint="The creator reads it." rows={3} maxlength={2000} />
          <Button>Review payment</Button>
        </Form>
      </Card>
    </>
  );
}

function Review({
  at,
  form,
  quote,
  card,
  creator,
}: {
  at: PlaceVisit;
  form: FormInput;
  quote: QuotedPayment;
  card: string;
  creator: string;
}) {
  const { currency } = quote;
  const shown = (minor: number) => money(minor, currency);
  const kept = ['creator', 'program', 'submission', 'amount', 'currency', 'note'];
  return (
    <>
      <Head at={at}>{`Pay ${creator} ${shown(quote.amount)}?`}</Head>
      <Card>
        <Facts
          facts={[
            ['Amount', shown(quote.amount)],
            ...(quote.partnerFee === 0 ? [] : [['Agency’s share of it', shown(quote.partnerFee)] as const]),
            [`${creator} earns`, shown(quote.net)],
            ['Service fee', shown(quote.serviceFee)],
            ['Total charged', <strong>{shown(quote.total)}</strong>],
            ...(quote.holdDays === 0
              ? []
              : [['Available to the creator', `${quote.holdDays} days after the charge`] as const]),
            ['Note', form.orNull('note')],
          ]}
        />
        <p>{card}</p>
        <Form action="pay">
          {kept.map((name) => (
            <Hidden name={name} value={form.text(name)} />
          ))}
          <Hidden name="shown" value={shownOf(quote)} />
          <Buttons>
            <Button>{`Pay ${shown(quote.total)}`}</Button>
            <ButtonLink look="secondary" href={at.to('/payments')}>
              Cancel
            </ButtonLink>
          </Buttons>
        </Form>
      </Card>
    </>
  );
}
