// What answers people and other machines than API clients: pages, and routes that handle the request themselves.
// They stand in the registry with all others, so that the tests of access and methods hold them too, but only with
// `documented` in the OpenAPI document. They take any query: addresses come back from elsewhere with more in them than was sent.
import type { Documented } from '../resource/documented.ts';
import type { Access, CtxOf, Envelope, RouteHead } from './define-route.ts';

/** What a person gets: another address to go to, or a few words. */
export type PageAnswer = { location: string; cookie?: string } | PageWords;

export interface PageWords {
  title: string;
  text: string;
  list?: readonly string[];
  note?: string;
  /** A form of nothing but this button. */
  button?: { label: string; action: string };
  status: number;
}

/** The placeholders of the path, as they came. */
type Params = Record<string, string>;

interface PageSpec<A extends Access> extends RouteHead {
  access: A;
  handle: (ctx: CtxOf<A>, input: { params: Params; request: Request }) => Promise<PageAnswer>;
}

interface RawSpec<A extends Access> extends RouteHead {
  access: A;
  /** The form of its refusals: `data` unless it is said. */
  envelope?: Envelope;
  /** Whether the scripts of every page may read it: what is no secret of anybody's. */
  fromAnyOrigin?: true;
  /** Only where programs of others call it. */
  documented?: Documented;
  handle: (ctx: CtxOf<A>, input: { params: Params; request: Request }) => Promise<Response>;
}

export type PageRoute = PageSpec<never> & { kind: 'page'; access: Access; envelope: Envelope };
export type RawRoute = RawSpec<never> & { kind: 'raw'; access: Access; envelope: Envelope };

/** A route that answers a person in a browser, by a redirect or by words. */
export function definePage<A extends Access>(spec: PageSpec<A>): PageRoute {
  return { ...spec, kind: 'page', envelope: 'data' } as unknown as PageRoute;
}

/** A route whose handler reads the request by itself (bytes, a signature over them) and makes the whole response. */
export function defineRawRoute<A extends Access>(spec: RawSpec<A>): RawRoute {
  return { envelope: 'data', ...spec, kind: 'raw' } as unknown as RawRoute;
}
