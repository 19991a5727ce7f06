import type { Context } from 'hono';
import type { Env } from '../env.ts';
import type { Envelope } from './define-route.ts';

/** What an answer carries besides its body. */
export type AnswerHeaders = Record<string, string>;

export interface HonoEnv {
  Bindings: Env;
  Variables: {
    headers: AnswerHeaders;
    requestId: string;
    /** The form of a refusal; unset until a route has taken the request. */
    envelope?: Envelope;
    /** Set where the route that took the request is open to everybody. */
    open?: boolean;
    /** As it is declared, such as `GET /v1/pixels/:id`; unset until a route has taken the request. */
    route?: string;
    /** The key that called; unset until it is known. */
    keyId?: string;
  };
}

export type C = Context<HonoEnv>;
