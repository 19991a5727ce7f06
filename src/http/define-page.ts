// Routes for people and for machines other than API clients: pages, and routes that handle the request
// themselves. They are in the registry with all others, so the tests of access and methods cover them, but
// the OpenAPI document lists them only with `documented`. They accept any query, because other sites add
// parameters to the URLs that we give them.
import type { Actor } from '../auth/actor.ts';
import type { Env } from '../env.ts';
import type { Documented } from '../resource/documented.ts';
import type { Access, CtxOf, Envelope, RouteHead } from './define-route.ts';

/** The answer for a person: a redirect, or a few words. */
export type PageAnswer = { location: string; cookie?: string } | PageWords;

export interface PageWords {
  title: string;
  text: string;
  list?: readonly string[];
  note?: string;
  /** A form with only this button. */
  button?: { label: string; action: string };
  status: number;
}

/** The path's parameters, as they were sent. */
type Params = Record<string, string>;

interface PageSpec<A extends Access> extends RouteHead {
  access: A;
  handle: (ctx: CtxOf<A>, input: { params: Params; request: Request }) => Promise<PageAnswer>;
}

interface RawSpec<A extends Access> extends RouteHead {
  access: A;
  /** The envelope of its errors; `data` by default. */
  envelope?: Envelope;
  /** Whether scripts of any origin may read the response. Set only where a response contains no secrets. */
  fromAnyOrigin?: true;
  /**
   * Who calls without an Authorization header, which a browser cannot send everywhere: by a ticket in the request. Throws
   * invalid_key.
   */
  byTicket?: (env: Env, request: Request) => Promise<Actor>;
  /** Set only for routes that other people's programs call. */
  documented?: Documented;
  handle: (ctx: CtxOf<A>, input: { params: Params; request: Request }) => Promise<Response>;
}

export type PageRoute = PageSpec<never> & { kind: 'page'; access: Access; envelope: Envelope };
export type RawRoute = RawSpec<never> & { kind: 'raw'; access: Access; envelope: Envelope };

/** A route that answers a person in a browser, with a redirect or with words. */
export function definePage<A extends Access>(spec: PageSpec<A>): PageRoute {
  return { ...spec, kind: 'page', envelope: 'data' } as unknown as PageRoute;
}

/**
 * A route whose handler reads the request itself (bytes, a signature over them) and makes the whole response.
 */
export function defineRawRoute<A extends Access>(spec: RawSpec<A>): RawRoute {
  return { envelope: 'data', ...spec, kind: 'raw' } as unknown as RawRoute;
}
