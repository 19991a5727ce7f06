// Changing what a campaign says and may spend. What is fixed once it is set up is not asked for.

import { CALLS_TO_ACTION } from '../../../domains/ads/campaign-terms/terms.ts';
import type { Campaign } from '../../../domains/ads/campaigns/campaign-record.ts';
import { AppError } from '../../../kit/error.ts';
import { showAmount } from '../../amount.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Form, Select, TextArea, TextField } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { changesCampaigns, requireAccount } from './campaign-parts.tsx';
import { said } from './problem-words.ts';

const NAMES = [
  ...['name', 'budget.daily', 'budget.billingLimit', 'schedule.endDate', 'destination.value'],
  ...['ad.primaryText', 'ad.headline', 'ad.callToAction'],
];

const read = (at: PlaceVisit) =>
  at.api<Campaign>('GET /v1/campaigns/:id', { params: { id: at.params.campaign ?? '' } });

export const editCampaignPage = placePage({
  path: '/campaigns/:campaign/edit',
  show: async (at) => {
    requireAccount(at);
    const campaign = await read(at);
    if (!changesCampaigns(at)) throw new AppError('permission_denied', 'Owners and admins change campaigns.');
    return {
      title: `Edit ${campaign.name}`,
      body: (
        <>
          <PageHead
            title={`Edit ${campaign.name}`}
            back={{ href: at.to(`/campaigns/${campaign.id}`), label: campaign.name }}
          />
          {!at.place.own && campaign.partnerApproval && (
            <Notice>The brand is asked before anything is changed that could spend more.</Notice>
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
      if (Object.keys(body).length === 0) return at.go(here, 'Nothing was changed.');
      const after = await said(
        at.api<Campaign>('PATCH /v1/campaigns/:id', {
          params: { id: campaign.id },
          body: { ...body, version: form.version },
        }),
      );
      const asked = after.pendingChange?.status === 'awaiting_approval';
      return at.go(here, asked ? 'The brand is asked.' : 'Saved.');
    },
  },
});

function Fields({ campaign }: { campaign: Campaign }) {
  const { name, budget, currency, schedule, destination, ad, version } = campaign;
  const code = currency.toUpperCase();
  const amount = (minor: number | null) => (minor === null ? null : showAmount(minor, currency));
  return (
    <Form action="save" has={NAMES} seen={version}>
      <TextField name="name" label="Name" required maxlength={200} value={name} />
      <TextField
        name="budget.billingLimit"
        label={`Most that may be spent (${code})`}
        required="required without a daily budget"
        inputmode="decimal"
        value={amount(budget.billingLimit)}
        hint="In all. Spending ends there."
      />
      <TextField
        name="budget.daily"
        label={`A day (${code})`}
        inputmode="decimal"
        value={amount(budget.daily)}
        hint="Left empty, the whole is spread over the days."
      />
      <TextField
        name="schedule.endDate"
        label="Last day"
        type="date"
        value={schedule.endDate}
        hint="A day of the ad account. It has no end when left empty."
      />
      <TextField
        name="destination.value"
        label="Address that the ads lead to"
        required
        maxlength={2000}
        value={destination.value}
      />
      <TextArea
        name="ad.primaryText"
        label="Text"
        required
        maxlength={2200}
        value={ad.primaryText}
        hint="Ads do not change: another text or link makes other ads in their place, which are reviewed anew."
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
        label="Button"
        required
        value={ad.callToAction}
        options={CALLS_TO_ACTION.map((value) => ({ value, label: words(value) }))}
      />
      <Button>Save</Button>
    </Form>
  );
}

/** What the API does not let go again is refused where it was emptied, and not passed over. */
const emptied = (form: FormInput, name: string, before: string | null): string | undefined =>
  form.optional(name) ?? (before === null ? undefined : '');

/** What was filled in otherwise than it is. Throws validation_failed for what is no amount. */
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
