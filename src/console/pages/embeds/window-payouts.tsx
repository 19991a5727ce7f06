// Setting up payouts from an embed, in the window: the processor's pages show themselves in no frame.
import { payoutAccountOf } from '../../../domains/money/payout-accounts/interface.ts';
import { notFound } from '../../../kit/error.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Select } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { processorPages } from '../../processor-pages.ts';
import { requireProof } from '../../proof.tsx';
import { countryOptions } from '../money/payout-countries.ts';
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

const isOffered = ({ page: { component, features } }: WindowVisit): boolean =>
  component === 'onboarding' && features.includes('payouts');

export const windowPayoutsPage = windowPage('/payouts', {
  show: async (visit) => {
    if (!isOffered(visit)) throw notFound('page');
    const found = await ownPerson(visit);
    if ('instead' in found) return found.instead;
    const { own } = found;
    const { language, page, say, text } = visit;
    const [account, countries] = await Promise.all([
      payoutAccountOf(own.system(), page.creator),
      own.run('GET /v1/payouts/countries'),
    ]);
    const options = countryOptions(countries.items, language);
    const shown = windowShown(
      visit,
      text.payoutsTitle,
      <>
        <Alone visit={visit} />
        <div data-together class="sheet-part">
          <h1>{text.payoutsTitle}</h1>
          <p>{say('payoutsAbout')}</p>
          <Form action="begin">
            {account === null && (
              <Select
                name="country"
                label={text.country}
                options={[{ value: '', label: text.choose }, ...options]}
                required
              />
            )}
            <WindowProof visit={visit} own={own} />
            <Buttons>
              <Button waits>{text.payoutsGo}</Button>
              <button type="button" class="button secondary" data-closes>
                {text.no}
              </button>
            </Buttons>
          </Form>
          <SignedIn visit={visit} person={own.person} />
        </div>
      </>,
    );
    // The form's answer leads on to the processor, whose host depends on the person's country.
    return { ...shown, formActions: processorPages(visit.at) };
  },
  actions: {
    begin: async (visit, form) => {
      if (!isOffered(visit)) throw notFound('page');
      const found = await ownPerson(visit);
      if ('instead' in found) return found.instead;
      const { own } = found;
      await requireProof(visit.at, own.person, form);
      const { url } = await own.run('POST /v1/connections', {
        body: { provider: 'stripe', country: form.optional('country'), returnUrl: visit.to('/back') },
      });
      return own.go(url!);
    },
  },
});

/** Where the processor leads back to. */
export const windowBackPage = windowPage('/back', {
  show: async (visit) => {
    if (!isOffered(visit)) throw notFound('page');
    const { at, text } = visit;
    const isSent = at.query('status') === 'connected';
    return windowDone(
      visit,
      { 'data-done': 'payouts' },
      <p>{isSent ? text.payoutsBack : text.payoutsNot}</p>,
    );
  },
});
