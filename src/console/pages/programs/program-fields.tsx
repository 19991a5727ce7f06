// The form of a program, and what of the API's body it is.

import type { Product } from '../../../domains/catalog/products/product.ts';
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import type { Agreement } from '../../../domains/work/agreements/agreement-record.ts';
import { PROGRAM_PLATFORMS, type Program } from '../../../domains/work/program-terms/program.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { showAmount } from '../../amount.ts';
import { Card } from '../../components/card.tsx';
import { Checkbox, Choices } from '../../components/choices.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { useTyped } from '../../components/form.tsx';
import { platformName } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { MomentField, momentOf } from '../moment-field.tsx';
import { newestOnly, type WholeList, wholeList } from '../whole-list.ts';
import { PayCard, payInput } from './pay-fields.tsx';

/** What a program's form offers. */
export interface ProgramGround {
  agreements: WholeList<Agreement>;
  conversions: WholeList<Conversion>;
  products: WholeList<Product>;
}

export async function readGround(at: PlaceVisit): Promise<ProgramGround> {
  const [agreements, conversions, products] = await Promise.all([
    wholeList(at, 'GET /v1/agreements', { status: 'active' }),
    wholeList(at, 'GET /v1/conversions', { status: 'active' }),
    wholeList(at, 'GET /v1/products', { status: 'active' }),
  ]);
  return { agreements, conversions, products };
}

type Fields = Pick<
  Program,
  | 'name'
  | 'type'
  | 'visibility'
  | 'publicPage'
  | 'brief'
  | 'platforms'
  | 'pay'
  | 'agreements'
  | 'products'
  | 'limits'
  | 'startsAt'
  | 'endsAt'
>;

export const BLANK: Fields = {
  name: '',
  type: 'organic',
  visibility: 'invite',
  publicPage: false,
  brief: { summary: null, film: [], say: [], avoid: [], links: [] },
  platforms: [],
  pay: {
    version: 0,
    rules: [],
    cap: null,
    currency: 'usd',
    schedule: { cadence: 'on_approval', holdDays: 0 },
    approval: 'manual',
    viewDays: 30,
  },
  agreements: [],
  products: [],
  limits: { creators: null, submissionsPerCreator: null, budget: null },
  startsAt: null,
  endsAt: null,
};

/** @param fixed whether type and currency are, because it has been live. */
export function ProgramFields({
  program,
  ground,
  fixed,
}: {
  program: Fields;
  ground: ProgramGround;
  fixed: boolean;
}) {
  const { brief, limits, pay } = program;
  const currency = useTyped()?.optional('pay.currency') ?? pay.currency;
  return (
    <>
      <Card title="Program">
        <TextField name="name" label="Name" required maxlength={160} value={program.name} />
        <Select
          name="type"
          label="Content type"
          value={program.type}
          {...(fixed && { hint: 'Fixed once the program has been live.' })}
          options={[
            { value: 'organic', label: 'Organic: creators post it themselves' },
            { value: 'paid_ads', label: 'Paid ads: you run it as ads' },
          ].filter(({ value }) => !fixed || value === program.type)}
        />
        <Select
          name="visibility"
          label="Shown to"
          value={program.visibility}
          options={[
            { value: 'invite', label: 'Creators that you invite' },
            { value: 'network', label: 'Every creator, while it is live' },
          ]}
        />
        <Checkbox
          name="publicPage"
          label="Public page"
          hint="Anyone on the web can read its name, image, pay and platforms, while it is live and shown to every creator."
          checked={program.publicPage}
        />
        <Choices
          name="platforms"
          label="Platforms"
          kind="checkbox"
          many
          hint="Choose none for any platform."
          chosen={program.platforms}
          options={PROGRAM_PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        />
      </Card>
      <Card title="Brief">
        <TextArea
          name="brief.summary"
          label="Summary"
          maxlength={10_000}
          hint="What it is about, in a few words."
          value={brief.summary}
        />
        <LinesField name="brief.film" label="What to film" lines={brief.film} />
        <LinesField name="brief.say" label="What to say" lines={brief.say} />
        <LinesField name="brief.avoid" label="What to avoid" lines={brief.avoid} />
        <LinesField name="brief.links" label="References" lines={brief.links} hint="One link per line." />
      </Card>
      <PayCard
        pay={pay}
        currencies={fixed ? [pay.currency] : [...CURRENCIES.keys()]}
        conversions={ground.conversions}
      />
      <Card title="Limits and dates">
        <div class="fields-beside">
          <TextField
            name="limits.creators"
            label="Maximum creators"
            inputmode="numeric"
            value={limits.creators}
          />
          <TextField
            name="limits.submissionsPerCreator"
            label="Maximum videos per creator"
            inputmode="numeric"
            value={limits.submissionsPerCreator}
          />
          <TextField
            name="limits.budget"
            label={`Budget (${currency.toUpperCase()})`}
            hint="The most that the program pays."
            inputmode="decimal"
            value={limits.budget === null ? null : showAmount(limits.budget, pay.currency)}
          />
        </div>
        <div class="fields-beside">
          <MomentField name="startsAt" label="Starts (UTC)" at={program.startsAt} />
          <MomentField name="endsAt" label="Ends (UTC)" at={program.endsAt} />
        </div>
      </Card>
      {(ground.agreements.items.length > 0 || program.agreements.length > 0) && (
        <Card title="Agreements">
          <Choices
            name="agreements"
            label="Creators accept first"
            kind="checkbox"
            hint={newestOnly(ground.agreements) || 'Besides what your account asks of all creators.'}
            chosen={program.agreements}
            options={withKept(
              ground.agreements.items.map(({ id, title }) => ({ value: id, label: title })),
              program.agreements,
            )}
          />
        </Card>
      )}
      {(ground.products.items.length > 0 || program.products.length > 0) && (
        <Card title="Products">
          <Choices
            name="products"
            label="The work may be about"
            kind="checkbox"
            many
            {...(ground.products.more && { hint: newestOnly(ground.products) })}
            chosen={program.products}
            options={withKept(
              ground.products.items.map(({ id, title }) => ({ value: id, label: title })),
              program.products,
            )}
          />
        </Card>
      )}
    </>
  );
}

/** What was chosen stays a choice, also where it was archived since. */
function withKept(options: { value: string; label: string }[], chosen: readonly string[]) {
  const missing = chosen.filter((one) => !options.some(({ value }) => value === one));
  return [...options, ...missing.map((value) => ({ value, label: `${value} (archived)` }))];
}

function LinesField({
  name,
  label,
  lines,
  hint = 'One point per line.',
}: {
  name: string;
  label: string;
  lines: readonly string[];
  hint?: string;
}) {
  return <TextArea name={name} label={label} rows={3} hint={hint} value={lines.join('\n') || null} />;
}

const linesOf = (form: FormInput, name: string): string[] =>
  form
    .text(name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** @param before the record that is edited. Throws validation_failed for text that is no amount. */
export function programInput(form: FormInput, before: Pick<Fields, 'startsAt' | 'endsAt'> = BLANK) {
  const currency = form.text('pay.currency');
  return {
    name: form.text('name'),
    type: form.optional('type'),
    visibility: form.optional('visibility'),
    publicPage: form.checked('publicPage'),
    brief: {
      summary: form.orNull('brief.summary'),
      film: linesOf(form, 'brief.film'),
      say: linesOf(form, 'brief.say'),
      avoid: linesOf(form, 'brief.avoid'),
      links: linesOf(form, 'brief.links'),
    },
    platforms: form.all('platforms'),
    pay: payInput(form),
    limits: {
      creators: form.number('limits.creators') ?? null,
      submissionsPerCreator: form.number('limits.submissionsPerCreator') ?? null,
      budget: form.amount('limits.budget', currency) ?? null,
    },
    startsAt: momentOf(form, 'startsAt', before.startsAt),
    endsAt: momentOf(form, 'endsAt', before.endsAt),
    agreements: form.all('agreements'),
    products: form.all('products'),
  };
}
