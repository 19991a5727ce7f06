// Edits a campaign's texts, budget and dates. Fields that are fixed after setup are left out.

import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { CALLS_TO_ACTION } from '../../../domains/ads/campaign-terms/terms.ts';
import { AppError } from '../../../kit/error.ts';
import { showAmount } from '../../amount.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { destinationLabel, requireAccount } from './campaign-parts.tsx';
import { said } from './problem-words.ts';

const NAMES = [
  ...['name', 'budget.daily', 'budget.billingLimit', 'schedule.endDate', 'destination.value'],
  ...['ad.primaryText', 'ad.headline', 'ad.callToAction'],
];

const read = (at: PlaceVisit) =>
  at.run('GET /v1/campaigns/:id', { params: { id: at.params.campaign ?? '' } });

export const editCampaignPage = placePage({
  path: '/campaigns/:campaign/edit',
  show: async (at) => {
    requireAccount(at);
    const campaign = await read(at);
    if (!writesAsBrand(at.place))
      throw new AppError('permission_denied', 'Only owners and admins can edit campaigns.');
    return {
      title: `Edit ${campaign.name}`,
      body: (
        <>
          <PageHead
            title={`Edit ${campaign.name}`}
            back={{ href: at.to(`/campaigns/${campaign.id}`), label: campaign.name }}
          />
          {!at.place.own && campaign.partnerApproval && (
            <Notice>Changes that could spend more need the brand’s approval first.</Notice>
          )}
          <Card>
            <Fields campaign={campaign} />
          </Card>
        </>
      ),
    };
  },
  actions: {
    save: async (at, form) => {
      const campaign = await read(at);
      const body = changedIn(form, campaign);
      const here = at.to(`/campaigns/${campaign.id}`);
      if (Object.keys(body).length === 0) return at.go(here, 'No changes.');
      const after = await said(
        at.run('PATCH /v1/campaigns/:id', {
          params: { id: campaign.id },
          body: { ...body, version: form.version },
        }),
      );
      const asked = after.pendingChange?.status === 'awaiting_approval';
      return at.go(here, asked ? 'Sent to the brand for approval.' : 'Changes saved.');
    },
  },
});

function Fields({ campaign }: { campaign: Campaign }) {
  const { name, budget, currency, schedule, destination, ad, version } = campaign;
  const code = currency.toUpperCase();
  const amount = (minor: number | null) => (minor === null ? null : showAmount(minor, currency));
  return (
    <Form action="save" has={NAMES} seen={version} draft>
      <TextField name="name" label="Name" required maxlength={200} value={name} />
      <TextField
        name="budget.billingLimit"
        label={`Billing limit (${code})`}
        required="required without a daily budget"
        inputmode="decimal"
        value={amount(budget.billingLimit)}
        hint="The campaign stops when it has spent this amount."
      />
      <TextField
        name="budget.daily"
        label={`Daily budget (${code})`}
        inputmode="decimal"
        value={amount(budget.daily)}
        hint="Leave empty to spread the billing limit over the days."
      />
      <TextField
        name="schedule.endDate"
        label="End date"
        type="date"
        value={schedule.endDate}
        hint="In the ad account’s time zone. Leave empty to run without an end."
      />
      <TextField
        name="destination.value"
        label={destinationLabel(destination.type)}
        required
        maxlength={2000}
        value={destination.value}
      />
      <TextArea
        name="ad.primaryText"
        label="Primary text"
        required
        maxlength={2200}
        value={ad.primaryText}
        hint="Ads cannot be edited: a new text or URL replaces them with new ads, which are reviewed again."
      />
      <TextField
        name="ad.headline"
        label="Headline"
        maxlength={255}
        value={ad.headline}
        required={ad.headline !== null}
      />
      <Select
        name="ad.callToAction"
        label="Call to action"
        required
        value={ad.callToAction}
        options={CALLS_TO_ACTION.map((value) => ({ value, label: words(value) }))}
      />
      <Button>Save changes</Button>
    </Form>
  );
}

/**
 * An emptied field that the API cannot clear is sent as empty, so that it is refused and not silently
 * ignored.
 */
const emptied = (form: FormInput, name: string, before: string | null): string | undefined =>
  form.optional(name) ?? (before === null ? undefined : '');

/** The fields that differ from the campaign. Throws validation_failed if a budget is not an amount. */
function changedIn(form: FormInput, campaign: Campaign): Record<string, unknown> {
  const { budget, schedule, destination, ad, name, currency } = campaign;
  const now: Record<string, object> = { budget, schedule, destination, ad };
  const given: Record<string, Record<string, unknown>> = {
    budget: {
      daily: form.amount('budget.daily', currency) ?? null,
      billingLimit: form.amount('budget.billingLimit', currency) ?? null,
    },
    schedule: { endDate: form.orNull('schedule.endDate') },
    destination: { value: emptied(form, 'destination.value', destination.value) },
    ad: {
      primaryText: form.text('ad.primaryText'),
      headline: emptied(form, 'ad.headline', ad.headline),
      callToAction: form.text('ad.callToAction'),
    },
  };
  const parts = Object.entries(given).flatMap(([part, values]) => {
    const before = now[part] as Record<string, unknown>;
    const changed = Object.entries(values).filter(
      ([key, value]) => (value ?? null) !== (before[key] ?? null),
    );
    return changed.length > 0 ? [[part, Object.fromEntries(changed)]] : [];
  });
  return { ...(form.text('name') !== name && { name: form.text('name') }), ...Object.fromEntries(parts) };
}
