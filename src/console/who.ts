// Who visits a page, and as what. A session's cookie and the place in the address become a person and an Actor.
import type { Actor } from '../auth/actor.ts';
import { findPerson, type Place } from '../auth/person.ts';
import { type Env, vars } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { readCookie } from './cookies.ts';

export interface Person {
  /** user_… */
  id: string;
  name: string;
  email: string;
  /** The name of one of the service's own people; null for everybody else. */
  staff: string | null;
  /** ses_… */
  session: string;
  /** When the person last proved the second factor in this session, in milliseconds. */
  secondFactorAt: number | null;
}

export type { Place };

export interface Who {
  person: Person;
  /** Both null where no place was asked for, and where the person is not at the one that was. */
  place: Place | null;
  actor: Actor | null;
  /** Where the person may go; empty where a place was asked for. */
  places: Place[];
}

/**
 * The person of a session, and what `place` is to it, in one trip to the database. Null without a valid session.
 * @param place an ID as it stands in the address, or null: then all places are listed.
 */
export async function whoVisits(env: Env, request: Request, place: string | null): Promise<Who | null> {
  const token = readCookie(request, 'session');
  const found = await findPerson(env, vars(env), {
    token,
    place,
    now: clock.now(),
    withPlaces: place === null,
  });
  if (!found) return null;
  const { person, session, actor, places } = found;
  const { id, secondFactorAt } = session;
  return { person: { ...person, session: id, secondFactorAt }, place: found.place, actor, places };
}
