// Records name each other by ID; people want names. All of a page are asked for at once.
import type { PlaceVisit } from '../../visit.ts';

interface Named {
  id: string;
  name: string;
}

type Kind = 'creators' | 'programs' | 'brands';

/** Names by ID. What the reader may not see, or is gone, is left out. */
async function namesOf(
  at: PlaceVisit,
  kind: Kind,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null);
  const found = await Promise.allSettled(
    wanted.map((id) => at.api<Named>(`GET /v1/${kind}/:id`, { params: { id } })),
  );
  return new Map(
    found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value.name]] : [])),
  );
}

export interface Names {
  creator: (id: string | null) => string;
  program: (id: string | null) => string;
}

/** The names of the creators and programs of some records. A creator reads no other creator: only its programs. */
export async function namesFor(
  at: PlaceVisit,
  records: readonly { creator?: string | null; program?: string | null }[],
): Promise<Names> {
  const [creators, programs] = await Promise.all([
    at.place.type === 'creator'
      ? new Map<string, string>()
      : namesOf(
          at,
          'creators',
          records.map((one) => one.creator ?? null),
        ),
    namesOf(
      at,
      'programs',
      records.map((one) => one.program ?? null),
    ),
  ]);
  return {
    creator: (id) => (id && creators.get(id)) || 'A creator',
    program: (id) => (id === null ? 'No program' : (programs.get(id) ?? 'A program')),
  };
}
