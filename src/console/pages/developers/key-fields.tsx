// The fields of a key, as they are asked for when it is made and when it is changed.
import type { FoundClients } from '../../../domains/accounts/accounts/list-clients.ts';
import { accountOperations } from '../../../domains/accounts/accounts/operations.ts';
import { type AccountKey, MOST_ORIGINS } from '../../../domains/accounts/keys/account-key.ts';
import { scopesFor } from '../../../domains/accounts/keys/scopes.ts';
import { Choices } from '../../components/choices.tsx';
import { Find } from '../../components/find.tsx';
import { TextArea, TextField } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { LEVELS } from './key-parts.tsx';

/** The client brands that a key of a partner may be bound to: those that are bound or chosen, and those of the name that was looked for. */
export async function clientsOf(at: PlaceVisit, keyOf: AccountKey | null): Promise<FoundClients> {
  if (at.place.type !== 'partner') return { clients: [], more: false };
  const chosen = [...(at.form?.input.all('clients') ?? []), ...(keyOf?.clients.map(({ id }) => id) ?? [])];
  const name = at.form?.input.text('clientName') ?? '';
  return await at.run(accountOperations.listClients, {
    query: { ...(name && { name }), ...(chosen.length > 0 && { chosen: [...new Set(chosen)].join(',') }) },
  });
}

export function KeyFields({
  at,
  keyOf,
  clients,
}: {
  at: PlaceVisit;
  keyOf: AccountKey | null;
  clients: FoundClients;
}) {
  const type = at.place.type === 'partner' ? 'partner' : 'brand';
  const bound = keyOf?.clients ?? [];
  const looked = at.form?.input.text('clientName') ?? '';
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
      {(clients.clients.length > 0 || looked) && (
        <Choices
          name="clients"
          label="Clients for advertising"
          kind="checkbox"
          hint="Whose advertising it works on. For everything else it reaches all of your clients."
          chosen={bound.map(({ id }) => id)}
          options={clients.clients.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {(clients.more || looked) && (
        <Find
          name="clientName"
          label="Find a client by name"
          more={clients.more}
          found="Chosen ones stay chosen."
        />
      )}
      <TextArea
        name="origins"
        label="Websites that embed it"
        rows={3}
        value={keyOf?.origins.join('\n') ?? null}
        hint={`Whose pages may call with it from a browser: one a line, such as https://shop.example.com. At most ${MOST_ORIGINS}.`}
      />
      <details class="more" open={Boolean(keyOf?.scopes) || at.form?.moved}>
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
