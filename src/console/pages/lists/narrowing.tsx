// A list can be narrowed by program and by creator. People write names, and the API takes IDs: a name that one creator
// has becomes its ID in the address, and of several creators the page asks which one is meant.
import { creatorOperations } from '../../../domains/work/creators/operations.ts';
import { programOperations } from '../../../domains/work/programs/operations.ts';
import { Card } from '../../components/card.tsx';
import type { Filter } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import type { PlaceVisit } from '../../visit.ts';

/** So many creators of the same name can be told apart by their handles. */
const MOST_NAMED = '20';

export interface Narrowing {
  /** The address with the creator's ID in place of a name. */
  redirect?: Response;
  /** Creators that the name may mean; null when no name was asked for. */
  choices: readonly { id: string; name: string }[] | null;
  filters: () => Promise<Filter[]>;
}

/** The query values that narrow the list. */
export const NARROWING = ['program', 'creator'] as const;

export async function narrowing(at: PlaceVisit, by: true | 'program'): Promise<Narrowing> {
  if (by === 'program' || at.place.type === 'creator')
    return { choices: null, filters: async () => [await programFilter(at)] };
  const { creator, named, was } = at.given('creator', 'named', 'was');
  const filters = async () => await Promise.all([programFilter(at), creatorFilter(at, creator, named)]);
  // The form sends the creator that it was shown with; its person may have written another name, or none.
  if (was !== undefined && named === was) return { choices: null, filters, redirect: toCreator(at, creator) };
  if (named === undefined)
    return { choices: null, filters, ...(was !== undefined && { redirect: toCreator(at, undefined) }) };
  const { items } = await at.run('GET /v1/creators', {
    query: { q: named, limit: MOST_NAMED },
  });
  const [first, ...rest] = items;
  if (first && rest.length === 0) return { choices: null, filters, redirect: toCreator(at, first.id) };
  const choices = items.map(({ id, name, handle }) => ({
    id,
    name: [name, handle && `@${handle}`].filter(Boolean).join(', ') || 'A creator',
  }));
  return { choices, filters };
}

function addressOf(at: PlaceVisit, creator: string | undefined): string {
  const query = new URLSearchParams(at.url.search);
  for (const name of ['cursor', 'creator', 'named', 'was']) query.delete(name);
  if (creator !== undefined) query.set('creator', creator);
  return at.url.pathname + (query.size > 0 ? `?${query}` : '');
}

const toCreator = (at: PlaceVisit, creator: string | undefined): Response => at.go(addressOf(at, creator));

/** The newest programs, and the one that is chosen, whichever it is. */
async function programFilter(at: PlaceVisit): Promise<Filter> {
  const { program } = at.given('program');
  const body = { programs: program === undefined ? [] : [program], newest: true };
  const { names } = await at.run(programOperations.listProgramNames, { body });
  return {
    name: 'program',
    label: 'Program',
    options: [
      { value: '', label: 'All programs' },
      ...names.map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
}

async function creatorFilter(
  at: PlaceVisit,
  creator: string | undefined,
  typed: string | undefined,
): Promise<Filter> {
  const shown = {
    ...({ kind: 'person', name: 'creator', label: 'Creator', placeholder: 'Name or handle' } as const),
    typed,
  };
  if (creator === undefined) return { ...shown, chosen: null };
  const { names } = await at.run(creatorOperations.listCreatorNames, { body: { creators: [creator] } });
  return { ...shown, chosen: { id: creator, name: names[0]?.name ?? 'A creator' } };
}

export function WhichCreator({
  at,
  choices,
}: {
  at: PlaceVisit;
  choices: readonly { id: string; name: string }[];
}) {
  if (choices.length === 0) return <Notice tone="warning">No creator matches “{at.query('named')}”.</Notice>;
  return (
    <Card title="Which creator?">
      <ul>
        {choices.map(({ id, name }) => (
          <li>
            <a href={addressOf(at, id)}>{name}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
