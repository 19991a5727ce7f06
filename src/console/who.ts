// Who visits a page, and as whom. A session's cookie and the workspace in the URL become a person and an
// Actor.
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
  /** The staff member's name; null for other people. */
  staff: string | null;
  /** Whether single keys act on the pages. */
  shortcuts: boolean;
  /** The time zone that the person set, or the browser's; null while none is known. */
  zone: string | null;
  /** ses_… */
  session: string;
  /** When the person signed in, with the password, in milliseconds. */
  signedInAt: number;
  /** Whether the person has a second factor. */
  hasFactor: boolean;
  /** When the staff removes, or removed, a second factor that was reported lost, in milliseconds; null if it does not. */
  factorRemovedAt: number | null;
  /** Whether the address gets no mails, because they came back. */
  mailsStopped: boolean;
  /** When the person last gave a code of it in this session, in milliseconds. */
  secondFactorAt: number | null;
  /** When the person last proved in it, after signing in, that it is them, in milliseconds. */
  provedAt: number | null;
}

export type { Place };

export interface Who {
  person: Person;
  /** Both are null if no workspace was asked for, or if the person is not in it, or not yet (`factorFor`). */
  place: Place | null;
  actor: Actor | null;
  /** The name of the account that requires a second factor, which the person does not have. */
  factorFor: string | null;
  /** The person's workspaces; empty if one was asked for. */
  places: Place[];
  /** How many notices the person has not seen there. */
  notices: number;
}

/**
 * The person of a session, and their role in `place`, in one round trip to the database. Null without a valid
 * session.
 * @param place the ID in the URL, or null to list all workspaces.
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
  const { person, session, actor, places, notices } = found;
  const { id, createdAt: signedInAt, secondFactorAt, provedAt } = session;
  return {
    person: { ...person, session: id, signedInAt, secondFactorAt, provedAt },
    place: found.place,
    factorFor: found.factorFor,
    actor,
    places,
    notices,
  };
}
