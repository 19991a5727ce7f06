// A brand offers a creator an amount for each week or month.
import { CURRENCIES } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators, CreatorChoice } from '../creator-choice.tsx';
import { MomentField, momentOf } from '../moment-field.tsx';
import { ProgramChoice } from '../program-choice.tsx';
import { wholeList } from '../whole-list.ts';
import { RetainerWords, wordsIn } from './retainer-words.tsx';

const TITLE = 'Offer retainer';

export const WHO_OFFERS_RETAINERS = 'Owners and admins of the account offer retainers.';

export const newRetainerPage = placePage({
  path: '/retainers/new',
  show: async (at) => {
    if (!writesAsAccount(at.place)) throw new AppError('permission_denied', WHO_OFFERS_RETAINERS);
    return {
      title: TITLE,
      body: (
        <>
          <PageHead title={TITLE} back={{ href: at.to('/retainers'), label: 'Retainers' }}>
            The pay cannot be changed once it is offered. To change it, cancel the retainer and offer another.
          </PageHead>
          <Card>{await fields(at)}</Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const { id } = await at.run('POST /v1/retainers', {
        body: {
          creator: form.text('creator'),
          program: form.orNull('program'),
          ...payIn(form),
          ...wordsIn(form),
          startsAt: momentOf(form, 'startsAt') ?? undefined,
        },
      });
      return at.go(at.to(`/retainers/${id}`), 'Sent to the creator.');
    },
  },
});

async function fields(at: PlaceVisit) {
  const [creators, programs] = await Promise.all([agreedCreators(at), wholeList(at, 'GET /v1/programs')]);
  return (
    <Form action="create" draft>
      <CreatorChoice
        creators={creators}
        hint="Creators that agreed to work with you."
        chosen={at.query('creator')}
      />
      <ProgramChoice
        programs={programs}
        none="All work for you"
        hint="Only what is submitted to it counts for the retainer."
      />
      <div class="fields-beside">
        <Select
          name="currency"
          label="Currency"
          value="usd"
          options={[...CURRENCIES.keys()].map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <Select
          name="pay.schedule.cadence"
          label="Period"
          value="monthly"
          options={[
            { value: 'weekly', label: 'A week' },
            { value: 'monthly', label: 'A month' },
          ]}
        />
      </div>
      <div class="fields-beside">
        <TextField name="pay.base" label="Amount per period" inputmode="decimal" required />
        <TextField
          name="pay.cap"
          label="Cap per period"
          inputmode="decimal"
          hint="Leave it empty for no limit."
        />
      </div>
      <TextField
        name="pay.rules.0.amount"
        label="Amount per approved video"
        inputmode="decimal"
        hint="Paid on top. Leave it empty if the amount per period pays for all of them."
      />
      <div class="fields-beside">
        <TextField
          name="pay.schedule.holdDays"
          label="Days on hold"
          inputmode="numeric"
          value={0}
          hint="0 to 90. Until the money is available."
        />
        <Select
          name="pay.approval"
          label="Approval of payments"
          value="automatic"
          options={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'manual', label: 'Manual' },
          ]}
        />
      </div>
      <MomentField
        name="startsAt"
        label="First period starts (UTC)"
        hint="Leave it empty to start once the creator accepts."
      />
      <RetainerWords />
      <Button>Offer retainer</Button>
    </Form>
  );
}

/** Throws validation_failed for text that is no amount. */
function payIn(form: FormInput) {
  const currency = form.text('currency');
  const perVideo = form.amount('pay.rules.0.amount', currency);
  return {
    currency,
    pay: {
      base: form.amount('pay.base', currency) ?? Number.NaN,
      rules: perVideo === undefined ? [] : [{ type: 'per_video' as const, amount: perVideo }],
      cap: form.amount('pay.cap', currency) ?? null,
      schedule: {
        cadence: form.text('pay.schedule.cadence') === 'weekly' ? ('weekly' as const) : ('monthly' as const),
        holdDays: form.number('pay.schedule.holdDays'),
      },
      approval: form.text('pay.approval') === 'manual' ? ('manual' as const) : ('automatic' as const),
    },
  };
}
