// The fields of a key, as they are asked for when it is made and when it is changed.
import type { Account } from '../../../domains/accounts/accounts/account.ts';
import { type AccountKey, MOST_ORIGINS } from '../../../domains/accounts/keys/account-key.ts';
import { scopesFor } from '../../../domains/accounts/keys/scopes.ts';
import { Choices, TextArea, TextField } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { LEVELS } from './key-parts.tsx';

/** As many clients as one list holds. */
const MOST_SHOWN = '100';

export type Client = { id: string; name: string };

/** The client brands that a key of a partner may be bound to. */
export async function clientsOf(at: PlaceVisit): Promise<Client[]> {
  if (at.place.type !== 'partner') return [];
  const { items } = await at.list<Account>('/v1/brands', { limit: MOST_SHOWN, status: 'active' });
  return items.map(({ id, name }) => ({ id, name }));
}

export function KeyFields({
  at,
  keyOf,
  clients,
}: {
  at: PlaceVisit;
  keyOf: AccountKey | null;
  clients: readonly Client[];
}) {
  const type = at.place.type === 'partner' ? 'partner' : 'brand';
  const bound = keyOf?.clients ?? [];
  const offered = [...bound, ...clients.filter(({ id }) => !bound.some((one) => one.id === id))];
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxlength={100}
        value={keyOf?.name ?? null}
        hint="What it is for: the program, or the machine that it runs on."
      />
      <Choices
        name="access"
        label="What it may do"
        required
        chosen={[keyOf?.access ?? 'read']}
        options={[
          { value: 'read', label: LEVELS.read, hint: 'Looks at everything and changes nothing.' },
          { value: 'write', label: LEVELS.write, hint: 'Everything that the account does by the API.' },
        ]}
      />
      {offered.length > 0 && (
        <Choices
          name="clients"
          label="Clients for advertising"
          kind="checkbox"
          hint="Whose advertising it works on. For everything else it reaches all of your clients."
          chosen={bound.map(({ id }) => id)}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextArea
        name="origins"
        label="Websites that embed it"
        rows={3}
        value={keyOf?.origins.join('\n') ?? null}
        hint={`Whose pages may call with it from a browser: one a line, such as https://shop.example.com. At most ${MOST_ORIGINS}.`}
      />
      <details class="more" open={Boolean(keyOf?.scopes)}>
        <summary>Narrow it down for the business API</summary>
        <Choices
          name="scopes"
          label="Scopes"
          kind="checkbox"
          hint="None chosen means all that the account and the level allow, later ones too."
          chosen={keyOf?.scopes ?? []}
          options={scopesFor(type, 'write').map((scope) => ({ value: scope, label: scope }))}
        />
      </details>
    </>
  );
}

/** What KeyFields sent. */
export function keyInput(form: FormInput) {
  const scopes = form.all('scopes');
  return {
    name: form.text('name'),
    access: form.text('access'),
    scopes: scopes.length > 0 ? scopes : null,
    clients: form.all('clients'),
    origins: form
      .text('origins')
      .split(/\s+/)
      .filter((line) => line !== ''),
  };
}
