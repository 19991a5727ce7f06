// One Stripe account: takes a request through what Stripe does with it, in Stripe's order.

import { DurableObject } from 'cloudflare:workers';
import * as clock from '../clock.ts';
import { admin, type Fault } from './admin.ts';
import { BALANCE_ROUTES } from './balance.ts';
import { CARD_ROUTES } from './cards.ts';
import { CHARGING_ROUTES } from './charging.ts';
import { CHECKOUT_ROUTES } from './checkout.ts';
import { CONNECT_ROUTES } from './connect.ts';
import { DISPUTE_ROUTES } from './disputes.ts';
import { Held } from './held.ts';
import { OUTBOUND_ROUTES, settleOutbound } from './outbound.ts';
import { show } from './pages.ts';
import { PAGED, readParams } from './params.ts';
import { PAYOUT_ROUTES, settlePayouts } from './payouts.ts';
import { RECIPIENT_ROUTES } from './recipients.ts';
import { asV2, pageV2, readJson, shown, V2_PAGED } from './v2.ts';
import { deliver, type Receiver } from './webhooks.ts';
import { Failure, failure, parseForm, refuse, visible } from './wire.ts';
import { type Call, DAY, type Obj, type Route, World } from './world.ts';

const EVENT_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    spec: { ...PAGED, type: 'string' },
    handle: ({ world, params, url }) =>
      world.page('event', '', url, params, (one) => !params.type || one.type === params.type),
  },
  {
    method: 'GET',
    path: '/v1/events/:',
    spec: {},
    handle: ({ world, ids }) => world.get('event', ids[0], ''),
  },
  {
    method: 'GET',
    path: '/v2/core/events',
    spec: { ...V2_PAGED, object_id: 'string', types: 'list' },
    handle(call) {
      const { object_id: about, types } = call.params;
      const fits = (one: Obj) =>
        (!about || one.related_object?.id === about) && (!types || types.includes(one.type));
      return pageV2(call, call.world.all('v2.core.event', '').filter(fits));
    },
  },
  {
    method: 'GET',
    path: '/v2/core/events/:',
    spec: {},
    handle: ({ world, ids }) => shown(world.get('v2.core.event', ids[0], '')),
  },
];

const ROUTES = [
  ...CARD_ROUTES,
  ...CHECKOUT_ROUTES,
  ...CHARGING_ROUTES,
  ...DISPUTE_ROUTES,
  ...CONNECT_ROUTES,
  ...BALANCE_ROUTES,
  ...PAYOUT_ROUTES,
  ...RECIPIENT_ROUTES,
  ...OUTBOUND_ROUTES,
  ...EVENT_ROUTES,
].map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replaceAll(':', '([^/]+)')}$`) }));

interface Answer {
  status: number;
  body: string;
}

const isV2 = (path: string) => path.startsWith('/v2/');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class StripeSimulator extends DurableObject {
  readonly #world: World;
  /** Idempotency keys of requests that are running. */
  readonly #running = new Set<string>();
  readonly #held = new Held();

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql, state.id.toString());
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    this.#world.origin = url.origin;
    const from = { id: this.#world.id('req'), key: request.headers.get('idempotency-key') };
    const emit: Call['emit'] = (type, object, account = '') => this.#world.emit(type, object, account, from);
    try {
      if (url.pathname.startsWith('/stripe/')) return await show({ world: this.#world, emit }, request);
      if (url.pathname.startsWith('/_sim/stripe/')) {
        const text = await request.text();
        const path = url.pathname.slice('/_sim/stripe/'.length);
        return Response.json(
          await admin({ world: this.#world, emit }, path, text === '' ? {} : JSON.parse(text), this.#held),
        );
      }
      return await this.#api(request, url, from);
    } catch (error) {
      if (error instanceof Failure) {
        const told = isV2(url.pathname) ? asV2(error) : error;
        return told.response(this.#headers(request, from.id));
      }
      if (error instanceof SyntaxError) return failure(400, { message: error.message }).response();
      throw error;
    } finally {
      await this.#arm();
    }
  }

  override async alarm(): Promise<void> {
    const request = { id: null, key: null };
    const emit: Call['emit'] = (type, object, account = '') =>
      this.#world.emit(type, object, account, request);
    settlePayouts({ world: this.#world, emit });
    settleOutbound({ world: this.#world, emit });
    if (!this.#world.setting<Receiver | null>('receiver', null)?.hold) await deliver(this.#world);
    await this.#arm();
  }

  /** Wakes for the next delivery or arrival, in real time. */
  async #arm(): Promise<void> {
    const receiver = this.#world.setting<Receiver | null>('receiver', null);
    const [row] = this.ctx.storage.sql
      .exec<{ delivery: number | null; arrival: number | null }>(
        `SELECT (SELECT min(due) FROM deliveries) AS delivery, (SELECT min(data ->> '_next') FROM objects
         WHERE kind = 'payout' AND data ->> 'status' IN ('pending', 'in_transit')
         OR kind = 'v2.money_management.outbound_payment') AS arrival`,
      )
      .toArray();
    const times = [receiver && !receiver.hold ? row?.delivery : null, row?.arrival].filter(
      (at) => at != null,
    );
    if (times.length === 0) return await this.ctx.storage.deleteAlarm();
    const wait = Math.max(0, Math.min(...times) - this.#world.now()) * 1000;
    await this.ctx.storage.setAlarm(clock.machineTime() + wait + 1);
  }

  #headers(request: Request, id: string): Record<string, string> {
    const key = request.headers.get('idempotency-key');
    return {
      'Request-Id': id,
      'Stripe-Version': request.headers.get('stripe-version') ?? '2026-10-28.endive',
      ...(key ? { 'Idempotency-Key': key } : {}),
    };
  }

  async #api(request: Request, url: URL, from: { id: string; key: string | null }): Promise<Response> {
    const world = this.#world;
    const v2 = isV2(url.pathname);
    if (v2 && request.headers.has('stripe-account')) throw refuse('Send Stripe-Context, not Stripe-Account.');
    const account = request.headers.get('stripe-account') ?? request.headers.get('stripe-context') ?? '';
    const version = request.headers.get('stripe-version');
    if (version !== null && !/^\d{4}-\d\d-\d\d(\.[a-z]+)?$/.test(version)) {
      throw failure(400, { message: `Invalid Stripe API version: ${version}` });
    }
    const owner =
      account && (world.find('account', account, '') ?? world.find('v2.core.account', account, ''));
    if (account && !owner) {
      const message = `The provided key does not have access to account '${account}'.`;
      throw failure(403, { code: 'account_invalid', message });
    }
    const posted = request.method === 'POST';
    const type = request.headers.get('content-type') ?? '';
    const text = posted ? await request.text() : url.search.slice(1);
    const form = v2 ? 'application/json' : 'application/x-www-form-urlencoded';
    if (posted && text !== '' && !type.startsWith(form)) {
      throw failure(400, { message: `Invalid request: unsupported content type ${type}` });
    }
    const [route, ids] = this.#route(request.method, url.pathname);
    const read = v2 && posted ? JSON.parse(text || '{}') : parseForm(text);
    if (v2 && 'expand' in read) throw refuse('Unknown field: expand.');
    const emit: Call['emit'] = (kind, object, of = account) => world.emit(kind, object, of, from);
    const call = () =>
      this.#run(route, {
        world,
        account,
        params: v2 && posted ? readJson(read, route.spec) : readParams(read, route.spec),
        ids,
        url: url.pathname,
        search: url.search.slice(1),
        emit,
      });
    const fault = world.takeFault<Fault>(`${request.method} ${url.pathname}`);
    if (fault) await this.#before(fault);
    const key = posted && from.key ? from.key : null;
    const headers = this.#headers(request, from.id);
    if (!key) return await this.#after(fault, await call(), headers);
    if (key.length > 255)
      throw failure(400, { type: 'idempotency_error', message: 'Idempotency keys are 255 long.' });
    return await this.#once(key, account, `${url.pathname} ${text}`, fault, headers, call);
  }

  /** Stripe's idempotency: what has begun to run is answered the same for a day, or 30 in version 2, declines too. */
  async #once(
    key: string,
    account: string,
    request: string,
    fault: Fault | null,
    headers: Record<string, string>,
    call: () => Answer,
  ): Promise<Response> {
    const { sql } = this.#world;
    sql.exec(
      `DELETE FROM idempotency WHERE created <= ? - CASE WHEN request LIKE '/v2/%' THEN 30 ELSE 1 END * ${DAY}`,
      this.#world.now(),
    );
    const stored = sql
      .exec<{ request: string; status: number; body: string }>(
        'SELECT request, status, body FROM idempotency WHERE account = ? AND key = ?',
        account,
        key,
      )
      .toArray()[0];
    if (stored && stored.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      throw failure(400, { type: 'idempotency_error', message });
    }
    if (stored) return await this.#after(fault, stored, { ...headers, 'Idempotent-Replayed': 'true' });
    const running = `${account} ${key}`;
    if (this.#running.has(running)) {
      const message = 'There is currently another in-progress request using this Idempotent Key.';
      throw failure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
    }
    this.#running.add(running);
    try {
      if (fault?.kind === 'slow_before') await pause(fault.ms);
      if (fault?.kind === 'held_before') await this.#held.keep();
      const answer = call();
      sql.exec(
        'INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)',
        account,
        key,
        request,
        answer.status,
        answer.body,
        this.#world.now(),
      );
      return await this.#after(fault, answer, headers);
    } finally {
      this.#running.delete(running);
    }
  }

  /** Runs the endpoint. A Failure of the parameters is thrown, as it is not remembered; a later one is an answer. */
  #run(route: Route, call: Call): Answer {
    try {
      const made = route.handle(call);
      for (const path of call.params.expand ?? []) expand(call, made as Obj, String(path).split('.'));
      return { status: 200, body: JSON.stringify(visible(made)) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const told = isV2(call.url) ? asV2(error) : error;
      return { status: told.status, body: JSON.stringify(visible(told.body)) };
    }
  }

  #route(method: string, path: string): [Route, string[]] {
    for (const route of ROUTES) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (match) return [route, match.slice(1).map(decodeURIComponent)];
    }
    throw failure(404, { message: `Unrecognized request URL (${method}: ${path}).` });
  }

  async #before({ kind }: Fault): Promise<void> {
    if (kind === 'rate_limit') throw failure(429, { code: 'rate_limit', message: 'Too many requests.' });
    if (kind === 'fail_before') throw failure(500, { type: 'api_error', message: 'Something went wrong.' });
  }

  async #after(fault: Fault | null, answer: Answer, headers: Record<string, string>): Promise<Response> {
    if (fault?.kind === 'slow_after') await pause(fault.ms);
    if (fault?.kind === 'held_after') await this.#held.keep();
    if (fault?.kind === 'fail_after')
      throw failure(500, { type: 'api_error', message: 'Something went wrong.' });
    if (fault?.kind === 'garbage_after') return new Response('<html>Bad gateway</html>', { status: 200 });
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  }
}

/** Puts the object itself where its ID is. */
function expand(call: Call, at: Obj | Obj[] | null, [name, ...rest]: string[]): void {
  if (Array.isArray(at)) for (const one of at) expand(call, one, [name!, ...rest]);
  else if (at && name !== undefined) {
    if (!(name in at)) throw failure(400, { message: `This property cannot be expanded (${name}).` });
    const inner = at[name];
    if (typeof inner === 'string') at[name] = call.world.find(null, inner, call.account) ?? inner;
    expand(call, at[name] as Obj, rest);
  }
}
