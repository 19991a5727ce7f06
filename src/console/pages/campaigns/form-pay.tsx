// The creator pay and the attribution of a campaign, which replace those of the creators' programs.
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import { invalidField } from '../../../kit/error.ts';
import { showAmount } from '../../amount.ts';
import { Card } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { newestOnly, type WholeList, wholeList } from '../whole-list.ts';
import type { FormGround } from './form-ground.ts';

/** Selected by default: without a selection, the browser would not submit the form. */
const BY_PROGRAMS = 'programs';

export const PAY_NAMES = [
  ...['creatorPay.model', 'creatorPay.creatorShare', 'creatorPay.leadAmount', 'creatorPay.cap'],
  ...['attribution.source', 'attribution.conversion'],
];

export const readConversions = (at: PlaceVisit): Promise<WholeList<Conversion>> =>
  wholeList(at, 'GET /v1/conversions', { status: 'active' });

export function PayCard({ ground, conversions }: { ground: FormGround; conversions: WholeList<Conversion> }) {
  const { currency } = ground.account;
  const code = currency.toUpperCase();
  const said = (path: string) => ground.beginsWith(path);
  const amount = (path: string) => {
    const value = said(path);
    return typeof value === 'number' ? showAmount(value, currency) : null;
  };
  const share = said('/creatorPay/creatorShare');
  const pays = share !== null || said('/creatorPay/leadAmount') !== null;
  const text = (path: string) => (typeof said(path) === 'string' ? String(said(path)) : '');
  return (
    <Card title="Creator pay">
      <Select
        name="creatorPay.model"
        label="Model"
        required
        value={pays ? text('/creatorPay/model') || 'ad_spend' : BY_PROGRAMS}
        hint="A share or an amount replaces the same pay in the creators’ programs."
        options={[
          { value: BY_PROGRAMS, label: 'Program pay rules' },
          { value: 'ad_spend', label: 'Share of ad spend' },
          { value: 'attributed_revenue', label: 'Share of revenue' },
          { value: 'lead', label: 'Amount per lead' },
        ]}
      />
      <div class="fields-beside">
        <TextField
          name="creatorPay.creatorShare"
          label="Share (%)"
          required="required for a share"
          inputmode="decimal"
          value={typeof share === 'number' ? share : null}
        />
        <TextField
          name="creatorPay.leadAmount"
          label={`Amount per lead (${code})`}
          required="required for pay by lead"
          inputmode="decimal"
          value={amount('/creatorPay/leadAmount')}
        />
      </div>
      <TextField
        name="creatorPay.cap"
        label={`Cap per creator (${code})`}
        inputmode="decimal"
        value={amount('/creatorPay/cap')}
        hint="Leave empty for no cap."
      />
      <Select
        name="attribution.source"
        label="Attribution source"
        value={text('/attribution/source') || text('/creatorPay/attribution/source')}
        hint="Cannot be changed after setup."
        options={[
          { value: '', label: 'Your pixel if it has recorded visitors, otherwise the platform' },
          { value: 'service', label: 'Your pixel' },
          { value: 'platform', label: 'The platform' },
        ]}
      />
      <Select
        name="attribution.conversion"
        label="Conversion"
        value={text('/attribution/conversion') || text('/creatorPay/attribution/conversion')}
        hint={`Used if your pixel is the attribution source. ${newestOnly(conversions)}`}
        options={[
          { value: '', label: 'Any conversion of this event' },
          ...conversions.items.map(({ id, name, eventName }) => ({
            value: id,
            label: `${name} (${words(eventName)})`,
          })),
        ]}
      />
    </Card>
  );
}

/**
 * The body's creator pay from the form. Throws validation_failed for an invalid amount or a missing share.
 */
export function payOf(form: FormInput, currency: string): Record<string, unknown> {
  // A form without this card, such as one sent by a script, leaves the pay unset.
  if (!form.checked('creatorPay.model')) return {};
  const model = form.text('creatorPay.model');
  const share = form.number('creatorPay.creatorShare') ?? null;
  // Without a share, the API would treat the campaign as one that leaves the pay to the programs.
  if (model === 'ad_spend' && share === null)
    throw invalidField('/creatorPay/creatorShare', 'Enter a share, or set the model to program pay rules.');
  const conversion = form.orNull('attribution.conversion');
  const source = form.optional('attribution.source') ?? (conversion === null ? undefined : 'service');
  const creatorPay =
    model === BY_PROGRAMS || model === ''
      ? { model: 'ad_spend', creatorShare: null, leadAmount: null, cap: null, revenueEvent: null }
      : {
          model,
          creatorShare: share,
          leadAmount: form.amount('creatorPay.leadAmount', currency) ?? null,
          cap: form.amount('creatorPay.cap', currency) ?? null,
        };
  return { creatorPay, ...(source && { attribution: { source, conversion } }) };
}
