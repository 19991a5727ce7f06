// Records refer to each other by ID, but people want names. All names of a page are read at once.
import { creatorOperations } from '../../../domains/work/creators/operations.ts';
import { programOperations } from '../../../domains/work/programs/operations.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part } from '../part.tsx';
import { wholeList } from '../whole-list.ts';

const wanted = (ids: readonly (string | null | undefined)[]) => [
  ...new Set(ids.filter((id): id is string => typeof id === 'string')),
];

/** Names that the reader may not see, or that no longer exist, are left out. */
async function programNames(
  at: PlaceVisit,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const programs = wanted(ids);
  if (programs.length === 0) return new Map();
  const { names } = await at.run(programOperations.listProgramNames, { body: { programs } });
  return new Map(names.map(({ id, name }) => [id, name]));
}

async function creatorNames(
  at: PlaceVisit,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const creators = wanted(ids);
  // A creator cannot read other creators, only its programs.
  if (at.place.type === 'creator' || creators.length === 0) return new Map();
  const { names } = await at.run(creatorOperations.listCreatorNames, { body: { creators } });
  return new Map(names.map(({ id, name }) => [id, name]));
}

/** What the accounts are called that a creator works with, or was asked by. */
export async function brandNames(at: PlaceVisit): Promise<(account: string) => string> {
  const { items } =
    at.place.type === 'creator' ? await wholeList(at, 'GET /v1/relationships') : { items: [] };
  const names = new Map(items.map(({ account, accountName }) => [account, accountName]));
  return (account) => names.get(account) ?? 'A brand';
}

export interface Names {
  creator: (id: string | null) => string;
  /** Whether the reader may open the creator's page. */
  knowsCreator: (id: string) => boolean;
  program: (id: string | null) => string;
  /** Whether the reader may open the program's page. */
  knowsProgram: (id: string) => boolean;
  /** Whether some could not be read, which a list says. */
  unread: boolean;
}

/** The names of the creators and programs that some records mention; where they can't be read, their IDs. */
export async function namesFor(
  at: PlaceVisit,
  records: readonly { creator?: string | null; program?: string | null }[],
): Promise<Names> {
  const creators = creatorNames(
    at,
    records.map(({ creator }) => creator),
  );
  const programs = programNames(
    at,
    records.map(({ program }) => program),
  );
  return namesIn(...(await Promise.all([part(at, creators), part(at, programs)])));
}

type Found = ReadonlyMap<string, string> | null;

const namesIn = (creators: Found, programs: Found): Names => ({
  unread: creators === null || programs === null,
  knowsCreator: (id) => creators?.has(id) ?? false,
  creator: (id) => (id === null ? 'A creator' : nameIn(creators, id, 'A creator')),
  knowsProgram: (id) => programs?.has(id) ?? false,
  program: (id) => (id === null ? 'No program' : nameIn(programs, id, 'A program')),
});

const nameIn = (names: Found, id: string, unknown: string): string =>
  names === null ? id : (names.get(id) ?? unknown);

/** For a page that goes on without the names, which could not be read. */
export const UNNAMED = namesIn(new Map(), new Map());
