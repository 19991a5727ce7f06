// The pay rules of a program as fields: a row for each rule, and an empty one for the next.
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import type { PayRule } from '../../../domains/work/program-terms/pay.ts';
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { showAmount } from '../../amount.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Hidden, useTyped } from '../../components/form.tsx';
import { words } from '../../format.tsx';
import { AGAIN_FIELD, type FormInput } from '../../forms.ts';
import { newestOnly, type WholeList } from '../whole-list.ts';
import { withIssues } from '../with-issues.ts';

/** The most that a program has. */
const MOST_RULES = 20;

const KINDS: Readonly<Record<PayRule['type'], string>> = {
  per_video: 'Amount per approved video',
  per_thousand_views: 'Amount per 1,000 views',
  view_milestone: 'Amount at a number of views',
  ad_spend_share: 'Share of ad spend',
  revenue_share: 'Share of sales',
  per_conversion: 'Amount per conversion',
};

const rowName = (row: number, field: string) => `pay.rules.${row}.${field}`;

const rowsTyped = (form: FormInput) =>
  Array.from({ length: MOST_RULES }, (_, row) => row).filter((row) => form.text(rowName(row, 'type')) !== '');

export function RuleFields({
  pay,
  currency,
  conversions,
}: {
  pay: Pick<Program['pay'], 'rules'>;
  currency: string;
  conversions: WholeList<Conversion>;
}) {
  const typed = useTyped();
  const filled = typed ? (rowsTyped(typed).at(-1) ?? -1) + 1 : 0;
  const rows = Math.min(MOST_RULES, Math.max(filled, pay.rules.length) + 1);
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <RuleRow row={row} rule={pay.rules[row] ?? null} currency={currency} conversions={conversions} />
      ))}
      {rows < MOST_RULES && (
        <Button look="secondary" name={AGAIN_FIELD} value="1" unchecked>
          Add another rule
        </Button>
      )}
    </>
  );
}

function RuleRow({
  row,
  rule,
  currency,
  conversions,
}: {
  row: number;
  rule: PayRule | null;
  currency: string;
  conversions: WholeList<Conversion>;
}) {
  const code = currency.toUpperCase();
  const cents = (value: number | null | undefined) => (value == null ? null : showAmount(value, currency));
  const views = rule?.type === 'view_milestone' ? rule.views : null;
  const thousand = rule?.type === 'per_thousand_views' ? rule : null;
  const name = (field: string) => rowName(row, field);
  return (
    <fieldset class="pay-rule">
      <legend>Rule {row + 1}</legend>
      {rule && <Hidden name={name('number')} value={`${rule.number} ${rule.type}`} />}
      <Select
        name={name('type')}
        label="Pays"
        value={rule?.type ?? ''}
        options={[
          { value: '', label: 'No rule' },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Needed
        row={row}
        field="amount"
        label={`Amount (${code})`}
        inputmode="decimal"
        value={cents(rule && 'amount' in rule ? rule.amount : null)}
      />
      <Needed
        row={row}
        field="percent"
        label="Share (%)"
        inputmode="decimal"
        value={rule && 'percent' in rule ? rule.percent : null}
      />
      <Needed row={row} field="views" label="Number of views" inputmode="numeric" value={views} />
      <div class="of-thousand fields-beside">
        <TextField
          name={name('minViews')}
          label="From so many views on"
          inputmode="numeric"
          value={thousand?.minViews ?? null}
        />
        <TextField
          name={name('maxAmount')}
          label={`At most per video (${code})`}
          inputmode="decimal"
          value={cents(thousand?.maxAmount)}
        />
      </div>
      <div class="of-conversion">
        <Select
          name={name('conversion')}
          label="Conversion"
          required="required for this rule"
          hint={newestOnly(conversions) || 'It has to be confirmed to pay.'}
          value={rule && 'conversion' in rule ? rule.conversion : ''}
          options={[
            { value: '', label: 'Choose a conversion' },
            ...conversions.items.map((one) => ({
              value: one.id,
              label: `${one.name} (${words(one.eventName)})`,
            })),
            ...kept(rule, conversions),
          ]}
        />
      </div>
    </fieldset>
  );
}

/** A field that some kinds of rules need; the styles show it for these alone. */
function Needed({
  row,
  field,
  ...shown
}: { row: number; field: 'amount' | 'percent' | 'views' } & Pick<
  Parameters<typeof TextField>[0],
  'label' | 'inputmode' | 'value'
>) {
  return (
    <div class={`of-${field}`}>
      <TextField name={rowName(row, field)} required="required for this rule" {...shown} />
    </div>
  );
}

/** The conversion of a rule stays a choice, also where it was archived since. */
function kept(rule: PayRule | null, { items }: WholeList<Conversion>) {
  if (!rule || !('conversion' in rule) || items.some(({ id }) => id === rule.conversion)) return [];
  return [{ value: rule.conversion, label: 'The conversion as it is' }];
}

/** The other fields of the pay, and a card around all of them. */
export function PayCard({
  pay,
  currencies,
  conversions,
}: {
  pay: Program['pay'];
  /** What the currency can be; one alone once the program has been live. */
  currencies: readonly string[];
  conversions: WholeList<Conversion>;
}) {
  const currency = useTyped()?.optional('pay.currency') ?? pay.currency;
  return (
    <Card title="Pay">
      <p>
        A creator earns the sum of all rules. Without a rule, you pay creators by payments that you create
        yourself.
      </p>
      <Select
        name="pay.currency"
        label="Currency"
        value={currency}
        hint={currencies.length === 1 ? 'Fixed once the program has been live.' : 'What all amounts are in.'}
        options={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
      />
      <RuleFields pay={pay} currency={currency} conversions={conversions} />
      <div class="fields-beside">
        <TextField
          name="pay.cap"
          label={`Cap per creator (${currency.toUpperCase()})`}
          hint="The most that one creator earns here."
          inputmode="decimal"
          value={pay.cap === null ? null : showAmount(pay.cap, pay.currency)}
        />
        <TextField
          name="pay.schedule.holdDays"
          label="Days on hold"
          hint="0 to 90, before earnings are available."
          inputmode="numeric"
          value={pay.schedule.holdDays}
        />
        <TextField
          name="pay.viewDays"
          label="Days that views count"
          hint="1 to 90, after a post is published."
          inputmode="numeric"
          value={pay.viewDays}
        />
      </div>
      <div class="fields-beside">
        <Select
          name="pay.schedule.cadence"
          label="Paid"
          value={pay.schedule.cadence}
          options={[
            { value: 'on_approval', label: 'On approval' },
            { value: 'weekly', label: 'Weekly, on Mondays' },
            { value: 'monthly', label: 'Monthly, on the 1st' },
          ]}
        />
        <Select
          name="pay.approval"
          label="Approval of payments"
          value={pay.approval}
          options={[
            { value: 'manual', label: 'Manual: you approve each payment' },
            { value: 'automatic', label: 'Automatic: payments need no approval' },
          ]}
        />
      </div>
    </Card>
  );
}

/** Throws validation_failed for text that is no amount. */
export function payInput(form: FormInput) {
  const currency = form.text('pay.currency');
  return {
    currency,
    rules: rowsTyped(form).map((row) => ruleInput(form, row, currency)),
    cap: form.amount('pay.cap', currency) ?? null,
    schedule: {
      cadence: form.optional('pay.schedule.cadence'),
      holdDays: form.number('pay.schedule.holdDays'),
    },
    approval: form.optional('pay.approval'),
    viewDays: form.number('pay.viewDays'),
  };
}

/** Only what a rule of the type has: fields that are not shown keep what was typed for another type. */
function ruleInput(form: FormInput, row: number, currency: string): Record<string, unknown> {
  const name = (field: string) => rowName(row, field);
  const type = form.text(name('type')) as PayRule['type'];
  const amount = () => ({ amount: form.amount(name('amount'), currency) });
  const percent = () => ({ percent: form.number(name('percent')) });
  const conversion = () => ({ conversion: form.optional(name('conversion')) });
  const [number, before] = form.text(name('number')).split(' ');
  const own = {
    per_video: amount,
    per_thousand_views: () => ({
      ...amount(),
      minViews: form.number(name('minViews')) ?? null,
      maxAmount: form.amount(name('maxAmount'), currency) ?? null,
    }),
    view_milestone: () => ({ ...amount(), views: form.number(name('views')) }),
    ad_spend_share: percent,
    revenue_share: () => ({ ...percent(), ...conversion() }),
    per_conversion: () => ({ ...amount(), ...conversion() }),
  }[type]?.();
  // A rule of another type is another rule.
  return { type, ...(before === type && { number: Number(number) }), ...own };
}

/** Says in its own row what the API refuses of a rule: the API counts rules, and the form may have empty rows between. */
export async function withRows<T>(form: FormInput, run: () => Promise<T>): Promise<T> {
  const rows = rowsTyped(form);
  return await withIssues(run, (issue) => ({
    ...issue,
    path: issue.path.replace(/^\/pay\/rules\/(\d+)/, (_, n) => `/pay/rules/${rows[Number(n)] ?? n}`),
  }));
}
