// One request for a page: what a page may ask of it, and what it answers with.
import type { Child } from 'hono/jsx';
import type { Actor } from '../auth/actor.ts';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import type { Env, Vars } from '../env.ts';
import { type InternalRouteName, type Run, type RunRoute, runAs, runAsStaff } from '../run.ts';
import { systemCtx } from '../system-ctx.ts';
import type { IslandName } from './assets.ts';
import { cookie } from './cookies.ts';
import type { FormState } from './forms.ts';
import { type FormKind, markOf } from './made-for.ts';
import type { Person, Place, Who } from './who.ts';

/** What a page shows. */
export interface Shown {
  title: string;
  body: Child;
  /** 200 unless it is said. */
  status?: number;
  /** Scripts that make parts of it live. */
  islands?: readonly IslandName[];
  /** Origins, besides our own, that the answer of one of its forms leads to. */
  formActions?: readonly string[];
  /** The place's own frame for a place's pages, else the narrow sheet of sign-in; `wide` has no sheet. */
  layout?: 'sheet' | 'wide';
}

/** What every page has. */
export interface Visit {
  request: Request;
  env: Env;
  vars: Vars;
  now: number;
  requestId: string;
  /** What tells this showing of a page, with its forms, from the next. */
  showing: string;
  url: URL;
  /** The placeholders of the page's path. */
  params: Record<string, string>;
  /** The browser's secret; asking for it sets the browser's cookie if it has none. */
  browser: () => string;
  /** Whom the forms of the page are made for (made-for.ts); null for forms that anybody may send. */
  mark: () => string | null;
  /** A form of another page that this one brings along (kept-form.ts). */
  kept: string | null;
  /** What is the same each time when one showing of a form is sent; null where none was sent. */
  once: string | null;
  /** The form that was just refused or kept through a sign-in, and is shown again. */
  form: FormState | null;
  /** What the page before had to say. */
  notice: string | null;
  /** Set-Cookie headers of the answer, and whatever other headers it has. */
  setCookies: string[];
  headers: Headers;
  waitUntil: (task: Promise<unknown>) => void;
  /** The person, if there is one. Pages for persons have it as `person` at once. */
  who: () => Promise<Who | null>;
  /** A value of the address's query, without spaces around it; undefined when empty. */
  query: (name: string) => string | undefined;
  /** Those of the query's values that are there, as an operation's query. */
  given: <N extends string>(...names: N[]) => { [K in N]?: string };
  /** The context of a verb that is done as nobody. Commit it with `commit`. */
  system: () => SystemCtx;
  commit: (ctx: SystemCtx) => Promise<void>;
  /** A 303 to an address, with a notice for the page there. */
  go: (location: string, notice?: string) => Response;
}

/** What the pages of a person who is signed in have besides. */
export interface PersonVisit extends Visit {
  person: Person;
  /** Where the person may go; empty on the pages of a place. */
  places: readonly Place[];
}

/** What the pages of an account or a creator have besides. */
export interface PlaceVisit extends PersonVisit {
  place: Place;
  actor: Actor;
  /** The address of something at this place: `at.to('/programs')`. */
  to: (path: string) => string;
  /** The context of a verb, as this person at this place. */
  ctx: () => Ctx;
  /** Runs a route of the API or an operation of a domain: `at.run('GET /v1/programs/:id', { params: { id } })`. */
  run: Run;
}

/** What the pages of the service's own people have besides. */
export interface StaffVisit extends PersonVisit {
  /** The name that the deployment gives the person. */
  staff: string;
  staffCtx: () => StaffCtx;
  /** Runs an internal route, as this person: `at.run('GET /internal/v1/review-queue', { query })`. */
  run: RunRoute<InternalRouteName>;
}

export function staffVisit(visit: PersonVisit, staff: string): StaffVisit {
  const staffCtx = (): StaffCtx => ({ ...visit.system(), staff, requestId: visit.requestId });
  return {
    ...visit,
    mark: markedFor(visit, visit.person.id, 'staff'),
    staff,
    staffCtx,
    run: runAsStaff({ ...visit, ctx: staffCtx }),
  };
}

export function personVisit(visit: Visit, who: Who): PersonVisit {
  const { person, places } = who;
  return { ...visit, mark: markedFor(visit, person.id, 'person'), person, places };
}

/** A page has many forms, which are all made for one. */
function markedFor({ vars }: Visit, person: string, kind: FormKind): () => string {
  let mark: string | undefined;
  return () => {
    mark ??= markOf(vars.SEALING_KEYS, person, kind);
    return mark;
  };
}

export function placeVisit(visit: PersonVisit, place: Place, actor: Actor): PlaceVisit {
  const ctx = (): Ctx => ({ ...visit.system(), actor, requestId: visit.requestId });
  return {
    ...visit,
    place,
    actor,
    to: (path) => `/app/${place.id}${path}`,
    ctx,
    run: runAs({ ...visit, ctx }),
  };
}

/** What a visit knows of the address that it asks for. */
export function asksAt(url: URL): Pick<Visit, 'url' | 'params' | 'query' | 'given'> {
  const query = (name: string) => url.searchParams.get(name)?.trim() || undefined;
  return {
    url,
    params: {},
    query,
    given: <N extends string>(...names: N[]) =>
      Object.fromEntries(names.flatMap((name) => (query(name) ? [[name, query(name)!]] : []))) as {
        [K in N]?: string;
      },
  };
}

/** The notice is read by the next page, once. */
export function noticeCookie(notice: string): string {
  return cookie('notice', encodeURIComponent(notice).slice(0, 1_000), 60);
}

export function newSystem(env: Env, now: number): () => SystemCtx {
  return () => systemCtx(env, now);
}
