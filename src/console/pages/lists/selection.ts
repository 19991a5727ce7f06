// Which rows of a list are selected. The selection is part of the address, so Back and the question about an action
// keep it without scripts.
import type { PlaceVisit } from '../../visit.ts';

/** The most records that one action takes. */
export const MOST_CHOSEN = 100;
export const CHOSEN_FIELD = 'chosen';
export const ACT_FIELD = 'act';

export const chosenIn = (at: PlaceVisit): string[] =>
  at.url.searchParams.getAll(CHOSEN_FIELD).slice(0, MOST_CHOSEN);

/** The query of the list alone, as hidden fields or for a link. */
export function listQueryOf(at: PlaceVisit): [string, string][] {
  return [...at.url.searchParams].filter(([name]) => name !== CHOSEN_FIELD && name !== ACT_FIELD);
}

/** The address of the list with these rows selected. */
export function listAddress(at: PlaceVisit, chosen: readonly string[]): string {
  const query = new URLSearchParams([
    ...listQueryOf(at),
    ...chosen.map((id): [string, string] => [CHOSEN_FIELD, id]),
  ]).toString();
  return at.url.pathname + (query && `?${query}`);
}

/** A record that an action was asked for, as a form sends it. */
export interface Picked {
  id: string;
  /** The version that its person saw. */
  version: number;
  name: string;
}

/** A record whose action was refused. */
export interface Refused extends Pick<Picked, 'id' | 'name'> {
  why: string;
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

export const writePicked = ({ id, version, name }: Picked) => [id, version, flat(name)].join('\t');
export const writeRefused = ({ id, name, why }: Refused) => [id, flat(name), flat(why)].join('\t');

export function readPicked(text: string): Picked {
  const [id = '', version, name = ''] = text.split('\t');
  return { id, version: Number(version), name };
}

export function readRefused(text: string): Refused {
  const [id = '', name = '', why = ''] = text.split('\t');
  return { id, name, why };
}
