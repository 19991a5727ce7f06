import type { Context } from 'hono';
import type { Env } from '../env.ts';
import type { Envelope } from './define-route.ts';

/** The response headers. */
export type AnswerHeaders = Record<string, string>;

export interface HonoEnv {
  Bindings: Env;
  Variables: {
    headers: AnswerHeaders;
    requestId: string;
    /** The envelope of errors; unset until a route has matched. */
    envelope?: Envelope;
    /** Set if the matched route is open to everybody. */
    open?: boolean;
    /** The declared route, such as `GET /v1/pixels/:id`; unset until a route has matched. */
    route?: string;
    /** The calling key; unset until it is identified. */
    keyId?: string;
  };
}

export type C = Context<HonoEnv>;
