// One request for a page: what the page can ask, and what it can answer.
import type { Child } from 'hono/jsx';
import type { Actor } from '../auth/actor.ts';
import type { Beside, Ctx, StaffCtx, SystemCtx } from '../context.ts';
import type { Env, Vars } from '../env.ts';
import { cutText } from '../kit/cut-text.ts';
import { log } from '../kit/log.ts';
import {
  type InternalRouteName,
  type ReadMany,
  type ReadTable,
  type Run,
  type RunRoute,
  readManyAs,
  readTableAs,
  runAs,
  runAsStaff,
} from '../run.ts';
import { systemCtx } from '../system-ctx.ts';
import type { IslandName, ModuleName } from './assets.ts';
import { cookie } from './cookies.ts';
import type { FormState } from './forms.ts';
import { type FormKind, markOf } from './made-for.ts';
import type { Person, Place, Who } from './who.ts';

/** The content that a page shows. */
export interface Shown {
  title: string;
  body: Child;
  /** The status, 200 by default. */
  status?: number;
  /** Scripts that make parts of it interactive. */
  islands?: readonly IslandName[];
  /** Modules that those load at once, and which therefore come together with them. */
  modules?: readonly ModuleName[];
  /** Origins besides our own to which the response of one of its forms may redirect. */
  formActions?: readonly string[];
  /** Origins besides our own from which it shows pictures. */
  pictures?: readonly string[];
  /** The only origin that may show it in a frame. By default no page may. */
  framedBy?: string;
  /** Only the body, without the document and the frame around it: for a page's script that puts it in place. */
  part?: true;
  /**
   * By default, a workspace's page has the workspace's frame, and other pages the narrow sheet; `wide` has no
   * sheet.
   */
  layout?: 'sheet' | 'wide';
  /** What a messenger shows of a link to it; only of a page that anyone may read. */
  preview?: {
    /** The page's own address. */
    url: string;
    text: string;
    image: { url: string; width: number | null; height: number | null } | null;
  };
  /** Keys that its scripts act on, besides the frame's, for the list that "?" shows: each with what it does. */
  keys?: readonly (readonly [key: string, does: string])[];
}

/** What every page can use. */
export interface Visit {
  request: Request;
  env: Env;
  vars: Vars;
  now: number;
  requestId: string;
  /** Identifies this showing of the page and its forms. */
  showing: string;
  url: URL;
  /** The parameters in the page's path. */
  params: Record<string, string>;
  /** The browser's secret; asking for it sets the browser's cookie if there is none. */
  browser: () => string;
  /** The mark of the person that the page's forms are made for (made-for.ts); null for public forms. */
  mark: () => string | null;
  /** Another page's form that this page carries along (kept-form.ts). */
  kept: string | null;
  /** The same value every time one showing of a form is sent; null when no form was sent. */
  once: string | null;
  /** The page's actions that need a fresh proof. */
  proves: readonly string[];
  /** The form that was just refused, or kept during a sign-in, and is shown again. */
  form: FormState | null;
  /** The message from the page before. */
  notice: string | null;
  /** The draft whose form was accepted by the page before (islands/drafts.ts). */
  accepted: string | null;
  /** Set-Cookie headers of the response, and its other headers. */
  setCookies: string[];
  headers: Headers;
  /** What the page asked beside the question who visits (page.ts). */
  beside: Beside | null;
  waitUntil: (task: Promise<unknown>) => void;
  /** The signed-in person, if any. Pages for people have it directly as `person`. */
  who: () => Promise<Who | null>;
  /** A trimmed value of the URL's query; undefined when empty. */
  query: (name: string) => string | undefined;
  /** Those of the named query values that are set, as an operation's query. */
  given: <N extends string>(...names: N[]) => { [K in N]?: string };
  /** The context of a verb without an actor. Commit it with `commit`. */
  system: () => SystemCtx;
  commit: (ctx: SystemCtx) => Promise<void>;
  /** A 303 to a URL, with a message for the page there. */
  go: (location: string, notice?: string) => Response;
}

/** The additional properties of pages for a signed-in person. */
export interface PersonVisit extends Visit {
  person: Person;
  /** The person's workspaces; empty on the pages of a workspace. */
  places: readonly Place[];
}

/** The additional properties of pages of an account or a creator. */
export interface PlaceVisit extends PersonVisit {
  place: Place;
  actor: Actor;
  /** A URL in this workspace: `at.to('/programs')`. */
  to: (path: string) => string;
  /** The context of a verb as this person in this workspace. */
  ctx: () => Ctx;
  /**
   * Runs a route of the API or an operation of a domain: `at.run('GET /v1/programs/:id', { params: { id }
   * })`.
   */
  run: Run;
  readMany: ReadMany;
  /** Reads what a route answers as a table. */
  readTable: ReadTable;
  /** How many notices the person has not seen, for the bell: up to 1,000. */
  notices: number;
  /** How many messages are unread, for the navigation; null if that cannot be said now. Asked once. */
  unread: () => Promise<number | null>;
}

/** The additional properties of the staff's pages. */
export interface StaffVisit extends PersonVisit {
  /** The person's name in the deployment's STAFF_PEOPLE. */
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

/** A page may have many forms, but makes their mark only once. */
function markedFor({ vars }: Visit, person: string, kind: FormKind): () => string {
  let mark: string | undefined;
  return () => {
    mark ??= markOf(vars.SEALING_KEYS, person, kind);
    return mark;
  };
}

export function placeVisit(visit: PersonVisit, place: Place, actor: Actor, notices: number): PlaceVisit {
  const { beside, requestId } = visit;
  const ctx = (): Ctx => ({ ...visit.system(), actor, requestId, ...(beside && { beside }) });
  return {
    ...visit,
    place,
    actor,
    notices,
    to: (path) => `/app/${place.id}${path}`,
    ctx,
    run: runAs({ ...visit, ctx }),
    readMany: readManyAs({ ...visit, ctx }),
    readTable: readTableAs({ ...visit, ctx }),
    unread: onceOnly(() => countUnread(ctx())),
  };
}

function onceOnly<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}

/** A page is shown without the count rather than not at all. */
async function countUnread(ctx: Ctx): Promise<number | null> {
  try {
    const { getUnreadTotal } = await import('../domains/messaging/threads/get-unread-total.ts');
    return await getUnreadTotal(ctx);
  } catch (error) {
    log('error', { requestId: ctx.requestId, unread: String(error) });
    return null;
  }
}

/** The most characters of a search: as many as its input takes, and as the API takes. */
export const MOST_SEARCHED = 200;

/** What people search by. In an address that somebody made, it may be longer than its input takes. */
const SEARCHES: readonly string[] = ['q', 'named'];

/** Whether a search in an address is longer than what is searched for. */
export const isSearchCut = (url: URL): boolean =>
  SEARCHES.some((name) => (url.searchParams.get(name) ?? '').trim().length > MOST_SEARCHED);

/** The properties of a visit that come from its URL. */
export function asksAt(url: URL): Pick<Visit, 'url' | 'params' | 'query' | 'given'> {
  const query = (name: string) => {
    const value = url.searchParams.get(name)?.trim() || undefined;
    return value && SEARCHES.includes(name) ? cutText(value, MOST_SEARCHED).trim() : value;
  };
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

/** The next page shows the message once. */
export function noticeCookie(notice: string): string {
  return cookie('notice', encodeURIComponent(notice).slice(0, 1_000), 60);
}

export function newSystem(env: Env, now: number): () => SystemCtx {
  return () => systemCtx(env, now);
}
