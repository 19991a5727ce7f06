// Write-offs and corrections by two staff members: one proposes here, another approves on the proposal's
// page.
import { CORRECTED_BALANCES, CORRECTION_KINDS } from '../../../domains/money/corrections/correction.ts';
import { listHolderNames } from '../../../domains/operations/staff/list-holder-names.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { count } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { staffPage } from '../../page.ts';
import { Lines } from './queue.tsx';
import { countOf, linesOf, pageOf } from './review-lines.ts';

const KINDS: Record<(typeof CORRECTION_KINDS)[number], { label: string; hint: string }> = {
  write_off: { label: 'Write off', hint: 'Up to the amount owed.' },
  adjustment: {
    label: 'Adjustment',
    hint: "Changes a balance in either direction. A creator's balance can become negative.",
  },
};

const BALANCES: Record<(typeof CORRECTED_BALANCES)[number], { label: string; hint: string }> = {
  payout_balance: {
    label: 'Payout balance',
    hint: 'The amount that a creator or partner can withdraw, or owes.',
  },
  receivable: { label: 'Amount due', hint: 'The amount that a brand has not been charged yet.' },
};

export const correctionsPage = staffPage({
  path: '/corrections',
  show: async (at) => {
    const queue = await at.run('GET /internal/v1/review-queue', { query: { limit: '100' } });
    const lines = linesOf(queue, 'corrections');
    const waiting = countOf(queue, 'corrections');
    const names = await listHolderNames(
      at.staffCtx(),
      lines.flatMap(({ account, creator }) => [account, creator]),
    );
    return {
      title: 'Corrections',
      body: (
        <>
          <PageHead title="Corrections">
            Write-offs and adjustments. One staff member requests a correction, and another approves it within
            seven days.
          </PageHead>
          <Card title="Pending approval" flush>
            {lines.length === 0 ? (
              <EmptyState title="No pending corrections">
                Corrections that you request below appear here.
              </EmptyState>
            ) : (
              <Lines lines={lines} names={names} now={at.now} />
            )}
            {waiting > lines.length && (
              <p class="card-foot quiet">
                The oldest {lines.length} of {count(waiting)}.
              </p>
            )}
          </Card>
          <Card title="Request correction">
            <p class="quiet">
              Find the account or creator by name or address in the <a href="/staff/directory">directory</a>.
            </p>
            <ProposalForm holder={at.query('holder') ?? null} />
          </Card>
        </>
      ),
    };
  },
  actions: {
    propose: async (at, form) => {
      const body = proposalIn(form);
      const { id } = await at.run('POST /internal/v1/corrections', { body }).catch(atHolder);
      return at.go(pageOf('corrections', id), 'The correction is pending approval.');
    },
  },
});

/** Shows an unknown holder as an error of its field, so that everything typed stays. */
function atHolder(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found')
    throw invalidField('/holder', 'No account or creator of this ID has a ledger.');
  throw error;
}

function ProposalForm({ holder }: { holder: string | null }) {
  return (
    <Form action="propose" has={['kind', 'holder', 'balance', 'currency', 'amount', 'direction', 'reason']}>
      <Choices
        name="kind"
        label="What"
        required
        chosen={['write_off']}
        options={CORRECTION_KINDS.map((value) => ({ value, ...KINDS[value] }))}
      />
      <TextField
        name="holder"
        label="Whose"
        value={holder}
        hint="The ID of an account or a creator."
        maxlength={40}
        required
      />
      <Choices
        name="balance"
        label="Which balance"
        required
        chosen={['payout_balance']}
        options={CORRECTED_BALANCES.map((value) => ({ value, ...BALANCES[value] }))}
      />
      <Choices
        name="direction"
        label="Direction"
        required
        chosen={['credit']}
        options={[
          {
            value: 'credit',
            label: 'Credit',
            hint: 'The service bears the loss. Write-offs are always credits.',
          },
          { value: 'debit', label: 'Debit', hint: 'The account or creator bears the loss.' },
        ]}
      />
      <Select
        name="currency"
        label="Currency"
        required
        value="usd"
        options={[...CURRENCIES.keys()].map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <TextField name="amount" label="Amount" inputmode="decimal" maxlength={20} required />
      <TextArea
        name="reason"
        label="Why"
        hint="Kept with your name and shown to the approver."
        maxlength={2000}
        required
      />
      <Button>Request correction</Button>
    </Form>
  );
}

function proposalIn(form: FormInput) {
  const currency = form.text('currency');
  if (!CURRENCIES.has(currency)) throw invalidField('/currency', 'Choose one of these.');
  const amount = form.amount('amount', currency);
  return {
    kind: form.text('kind'),
    holder: form.text('holder'),
    balance: form.text('balance'),
    currency,
    amount: amount === undefined ? undefined : form.text('direction') === 'debit' ? -amount : amount,
    reason: form.text('reason'),
  };
}
