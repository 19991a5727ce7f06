// The form fields of a key, for creating and changing it.

import { scopesFor } from '../../../auth/scopes.ts';
import type { FoundClients } from '../../../domains/accounts/accounts/list-clients.ts';
import { accountOperations } from '../../../domains/accounts/accounts/operations.ts';
import { type AccountKey, MOST_ORIGINS } from '../../../domains/accounts/keys/account-key.ts';
import { Choices } from '../../components/choices.tsx';
import { TextArea, TextField } from '../../components/fields.tsx';
import { Find } from '../../components/find.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { LEVELS } from './key-parts.tsx';

/**
 * The client brands that a partner's key can be bound to: those bound or selected, and those that match the
 * search.
 */
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
        hint="For example the program or server that uses it."
      />
      <Choices
        name="access"
        label="Permissions"
        required
        chosen={[keyOf?.access ?? 'read']}
        options={[
          { value: 'read', label: LEVELS.read, hint: 'Can view everything. Cannot make changes.' },
          { value: 'write', label: LEVELS.write, hint: 'Can do everything that the API offers.' },
        ]}
      />
      {(clients.clients.length > 0 || looked) && (
        <Choices
          name="clients"
          label="Clients for advertising"
          kind="checkbox"
          hint="Clients whose advertising the key can manage. Everything else covers all of your clients."
          chosen={bound.map(({ id }) => id)}
          options={clients.clients.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {(clients.more || looked) && (
        <Find
          name="clientName"
          label="Find a client by name"
          more={clients.more}
          found="Your selection is kept."
        />
      )}
      <TextArea
        name="origins"
        label="Allowed origins"
        rows={3}
        value={keyOf?.origins.join('\n') ?? null}
        hint={`Websites that can use this key in a browser. One origin per line, such as https://shop.example.com. Maximum ${MOST_ORIGINS}.`}
      />
      <details class="more" open={Boolean(keyOf?.scopes) || at.form?.moved}>
        <summary>Restrict scopes (advanced)</summary>
        <Choices
          name="scopes"
          label="Scopes"
          kind="checkbox"
          hint="Without a selection the key has every scope that its account and permissions allow, including future ones."
          chosen={keyOf?.scopes ?? []}
          options={scopesFor(type, 'write').map((scope) => ({ value: scope, label: scope }))}
        />
      </details>
    </>
  );
}

/** The input from KeyFields. */
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
