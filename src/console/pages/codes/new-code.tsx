// A brand gives one of its creators a code. With a store the discount is created there.
import { isShop } from '../../../domains/accounts/connections/connection.ts';
import { requireOwnConnection } from '../../../domains/accounts/connections/interface.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators, CreatorChoice } from '../creator-choice.tsx';
import { ProgramChoice } from '../program-choice.tsx';
import { wholeList } from '../whole-list.ts';

export const WHO_CREATES_CODES = 'Owners and admins of the account create codes.';

export const newCodePage = placePage({
  path: '/codes/new',
  show: async (at) => {
    if (!writesAsAccount(at.place)) throw new AppError('permission_denied', WHO_CREATES_CODES);
    return {
      title: 'Create code',
      body: (
        <>
          <PageHead title="Create code" back={{ href: at.to('/codes'), label: 'Codes' }}>
            A code is given to one creator, and never to another one.
          </PageHead>
          <Card>{await fields(at)}</Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const { id } = await at.run('POST /v1/creator-codes', {
        body: {
          creator: form.text('creator'),
          program: form.text('program'),
          code: form.text('code'),
          kind: form.text('kind') === 'creator' ? 'creator' : 'discount',
          percent: form.number('percent'),
          amount: await amountIn(at, form),
          connection: form.optional('connection'),
          existing: form.checked('existing') || undefined,
        },
      });
      return at.go(at.to(`/codes/${id}`), 'Code created.');
    },
  },
});

/** An amount is in the currency of the store that takes it. */
async function amountIn(at: PlaceVisit, form: FormInput): Promise<number | undefined> {
  const connection = form.optional('connection');
  const shop =
    connection && form.optional('amount') ? await requireOwnConnection(at.ctx(), connection) : null;
  return shop?.currency ? form.amount('amount', shop.currency) : form.number('amount');
}

async function fields(at: PlaceVisit) {
  const [creators, programs, connections] = await Promise.all([
    agreedCreators(at),
    wholeList(at, 'GET /v1/programs'),
    wholeList(at, 'GET /v1/connections'),
  ]);
  const shops = connections.items.filter(
    ({ provider, status }) => isShop(provider) && status === 'connected',
  );
  return (
    <Form action="create">
      <CreatorChoice creators={creators} hint="Creators that agreed to work with you." />
      <ProgramChoice programs={programs} hint="Pays for the sales." />
      <TextField
        name="code"
        label="Code"
        required
        maxlength={40}
        hint="3 to 40 letters, digits, hyphens or underscores. Upper and lower case are the same."
      />
      <Select
        name="kind"
        label="Kind"
        required
        options={[
          { value: 'discount', label: 'Discount at the checkout' },
          { value: 'creator', label: 'Name of the creator, without a discount' },
        ]}
      />
      <Select
        name="connection"
        label="Store"
        hint="The discount is created there within a minute. Without a store you create it yourself."
        options={[
          { value: '', label: 'No connected store' },
          ...shops.map(({ id, name, handle }) => ({ value: id, label: name ?? handle ?? id })),
        ]}
      />
      <TextField name="percent" label="Percent off" inputmode="decimal" />
      <TextField
        name="amount"
        label="Amount off"
        inputmode="decimal"
        hint="Instead of a percentage, in the store’s currency."
      />
      <Checkbox
        name="existing"
        label="Take over the discount that the store already has under this code"
        hint="Leave percent and amount empty."
      />
      <Button>Create code</Button>
    </Form>
  );
}
