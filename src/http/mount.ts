// Adds routes to Hono: the gate, the input, the verb, one commit, the response.
import type { Hono } from 'hono';
import type { Ctx, StaffCtx, SystemCtx } from '../context.ts';
import { type Env, vars } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { addToLog } from './add-to-log.ts';
import { acceptsCsv, answerCsv, answerJson, bodyOf, statusOf } from './answer.ts';
import type { ApiRoute } from './define-route.ts';
import { admit, type Caller } from './gate.ts';
import type { C, HonoEnv } from './hono-env.ts';
import { answerOnce, onceOf } from './idempotency.ts';
import { inputReader, type RequestInput } from './input.ts';
import { plainPage } from './page.ts';
import { countAgainst } from './refused-callers.ts';
import type { Route } from './route.ts';
import { writeEffect } from './write-effect.ts';

export type NewCtx = (env: Env, now: number) => SystemCtx;

/**
 * One handler for each route. Hono finds a route twice when the path is literally its own pattern
 * (`/v1/pixels/:id`), and a chain of handlers would then run twice, each link after its duplicate.
 * @param newCtx makes the context of a request.
 */
export function mount(app: Hono<HonoEnv>, routes: readonly Route[], newCtx: NewCtx): void {
  for (const route of routes) {
    const read = route.kind === 'api' ? inputReader(route) : null;
    app.on(route.method, [route.path], (c) => serve(c, route, read, newCtx));
  }
}

type Read = (c: C) => Promise<RequestInput>;

async function serve(c: C, route: Route, read: Read | null, newCtx: NewCtx): Promise<Response> {
  c.set('envelope', route.envelope);
  c.set('open', route.access.kind === 'open');
  c.set('route', `${route.method} ${route.path}`);
  const caller = await admit(c, route);
  if (route.kind === 'api') return await serveApi(c, route, caller, read!, newCtx);
  // An open page looks up what its URL names, and may ask a provider, so the request is counted either way.
  if (route.kind === 'page' && c.get('open')) await countAgainst(c.req.raw, c.env);
  const ctx = contextOf(c, caller, newCtx);
  const answer = await route.handle(ctx as never, { params: c.req.param(), request: c.req.raw });
  await commit(c, ctx);
  if (answer instanceof Response) return answer;
  if (!('location' in answer)) return await plainPage(vars(c.env).SERVICE_NAME, answer);
  const headers = new Headers({ Location: answer.location });
  if (answer.cookie !== undefined) headers.set('Set-Cookie', answer.cookie);
  return new Response(null, { status: 303, headers });
}

async function serveApi(
  c: C,
  route: ApiRoute,
  caller: Caller,
  read: Read,
  newCtx: NewCtx,
): Promise<Response> {
  const { params, query, body, sent } = await read(c);
  const ctx = contextOf(c, caller, newCtx);
  if (route.csv && acceptsCsv(c)) {
    const table = await route.csv(ctx, { params, query, body, request: c.req.raw, once: null });
    return await answerCsv(table, c.get('headers'));
  }
  const once = onceOf(c, route, sent);
  const handle = async () => {
    const answer = await route.handle(ctx, { params, query, body, request: c.req.raw, once });
    if (route.logged) await addToLog(ctx, route, { params, body, request: c.req.raw, answer });
    return answer;
  };
  if (once && route.idempotency !== 'own')
    return await answerOnce(c, ctx, route, once, { handle, commit: () => commit(c, ctx) });
  const answer = await writeEffect(ctx, route, handle, () => commit(c, ctx));
  const replayed = 'replayed' in answer && answer.replayed;
  return answerJson(
    c,
    bodyOf(route, answer),
    statusOf(answer),
    replayed ? { 'Idempotency-Replayed': 'true' } : {},
  );
}

/**
 * The context of a verb. The route definers' types make sure that a verb uses only the kind of caller that
 * its access provides.
 */
function contextOf(c: C, caller: Caller, newCtx: NewCtx): Ctx & StaffCtx {
  const { actor, staff } = caller;
  return {
    ...newCtx(c.env, clock.now()),
    actor: actor as Ctx['actor'],
    staff: staff as string,
    requestId: c.get('requestId'),
  };
}

async function commit(c: C, ctx: SystemCtx): Promise<void> {
  for (const task of await ctx.write.commit()) c.executionCtx.waitUntil(task);
}
