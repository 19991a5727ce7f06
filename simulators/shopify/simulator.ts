// One shop: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { parse } from 'graphql';
import * as clock from '../clock.ts';
import { answerWith, type Fault } from '../faults.ts';
import { admin } from './admin.ts';
import { download } from './bulk-download.ts';
import { deliver } from './deliveries.ts';
import { budgetOf, graphql, throttled, VERSIONS } from './graphql.ts';
import { accessToken, authorize, type Caller, liveToken } from './oauth.ts';
import { overview } from './overview.ts';
import { shopAtHost, storefront, storefrontPath, storefrontRefusal } from './storefront/storefront.ts';
import { uninstall } from './uninstall.ts';
import { badToken, type Fields, fieldsOf, frozen, locked, notFound, Refusal } from './wire.ts';
import { World } from './world.ts';

export class ShopifySimulator extends DurableObject {
  readonly #world: World;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    const visited = shopAtHost(url.hostname) !== null;
    // The shop's own host is not where files and pages of the platform lie.
    this.#name(request.headers.get('sim-shop')!, visited ? world.setting('origin', url.origin) : url.origin);
    try {
      if (visited && !url.pathname.startsWith('/admin/')) return await this.#visited(request, url);
      const [, scripted] = /^\/_sim\/shopify\/[^/]+(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (url.pathname.startsWith('/_sim/')) {
        if (request.method === 'GET') return await overview(world);
        const text = await request.text();
        return Response.json(await admin(world, scripted ?? '', text === '' ? {} : JSON.parse(text)));
      }
      return await this.#guarded(request, url);
    } catch (error) {
      if (error instanceof Refusal) return error.response();
      throw error;
    } finally {
      await this.#arm();
    }
  }

  /** An object that an alarm woke has no request that names it. */
  #name(shop: string, origin: string): void {
    const world = this.#world;
    if (world.shop !== shop) world.set('name', shop);
    if (world.origin !== origin) world.set('origin', origin);
    Object.assign(world, { shop, origin });
  }

  override async alarm(): Promise<void> {
    const world = this.#world;
    this.#name(world.setting('name', ''), world.setting('origin', ''));
    if (this.#isSending()) await deliver(world);
    await this.#arm();
  }

  #isSending(): boolean {
    return this.#world.setting('deliveries', 'sent') === 'sent';
  }

  /** Wakes for the next delivery, in real time. */
  async #arm(): Promise<void> {
    const world = this.#world;
    const [row] = world.sql.exec<{ at: number | null }>('SELECT min(due) AS at FROM deliveries').toArray();
    if (!this.#isSending() || row?.at == null) return await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.setAlarm(clock.machineTime() + Math.max(0, row.at - world.now()) + 1);
  }

  /** What a visitor of the shop is answered. */
  async #visited(request: Request, url: URL): Promise<Response> {
    const world = this.#world;
    const { state } = world.owner();
    if (state === 'gone') throw notFound();
    if (state === 'frozen') throw frozen();
    const fault = world.takeFault<Fault>(`${request.method} ${storefrontPath(url)}`);
    return await answerWith(fault, {
      refusal: storefrontRefusal,
      broken: () => storefrontRefusal({ kind: 'fail_before', status: 503, message: '' })!,
      answer: async () => {
        try {
          return await storefront(world, request, url);
        } catch (error) {
          if (error instanceof Refusal) return error.response();
          throw error;
        }
      },
    });
  }

  /** The answer, unless the shop is closed or a fault stands in its place. */
  async #guarded(request: Request, url: URL): Promise<Response> {
    const world = this.#world;
    const path = url.pathname.replace(/^\/(?:shopify\/[^/]+\/?)?/, '');
    const { state } = world.owner();
    if (state === 'gone') throw notFound();
    const body = path.endsWith('graphql.json') && request.method === 'POST' ? await fieldsOf(request) : {};
    const asked = path.endsWith('graphql.json') ? `graphql ${rootOf(body)}` : path.replace(/^admin\//, '');
    const fault = world.takeFault<Fault & { code?: string; bytes?: number }>(`${request.method} ${asked}`);
    return await answerWith(fault, {
      refusal: (one) => this.#refusalOf(one, path, request),
      broken: () => Response.json({ errors: 'Bad Gateway' }, { status: 502 }),
      answer: async () => {
        try {
          const [, file] = /^bulk\/(\d+)\//.exec(path) ?? [];
          if (file !== undefined && request.method === 'GET')
            return await download(
              world,
              request,
              url,
              file,
              fault?.kind === 'cut' ? (fault.bytes ?? 0) : null,
            );
          return await this.#answer(request, url, path, body);
        } catch (error) {
          if (error instanceof Refusal) return error.response();
          throw error;
        }
      },
    });
  }

  async #answer(request: Request, url: URL, path: string, body: Fields): Promise<Response> {
    const world = this.#world;
    const { state } = world.owner();
    if (path === 'admin/oauth/authorize') return await authorize(world, request, url);
    if (path === 'admin/oauth/access_token') {
      if (request.method !== 'POST') throw notFound();
      if (state === 'frozen') throw frozen();
      const answer = accessToken(world, await fieldsOf(request));
      world.count('POST oauth/access_token');
      return Response.json(answer);
    }
    const [, version] = /^admin\/api\/([^/]+)\/graphql\.json$/.exec(path) ?? [];
    if (version !== undefined) {
      if (request.method !== 'POST' || !VERSIONS.includes(version)) throw notFound();
      const caller = this.#caller(request);
      const answer = await graphql(world, caller, body);
      answer.headers.set('X-Shopify-API-Version', version);
      answer.headers.set('X-Request-Id', crypto.randomUUID());
      return answer;
    }
    if (path === 'admin/api_permissions/current.json' && request.method === 'DELETE') {
      uninstall(world, this.#caller(request).client);
      return Response.json({});
    }
    throw notFound();
  }

  #caller(request: Request): Caller {
    const { state } = this.#world.owner();
    const caller = liveToken(this.#world, request.headers.get('x-shopify-access-token'));
    if (state === 'frozen') throw frozen();
    if (state === 'locked') throw locked();
    return caller;
  }

  #refusalOf(fault: Fault & { code?: string }, path: string, request: Request): Response | null {
    const graph = path.endsWith('graphql.json');
    if (fault.kind === 'fail_before')
      return Response.json({ errors: 'Service Unavailable' }, { status: 503 });
    if (fault.kind === 'expire') return badToken().response();
    if (fault.kind === 'rate_limit') {
      if (!graph)
        return Response.json(
          { errors: 'Too Many Requests' },
          { status: 429, headers: { 'Retry-After': '2.0' } },
        );
      const token = request.headers.get('x-shopify-access-token');
      const { client } = liveToken(this.#world, token);
      return throttled(100, { ...budgetOf(this.#world, client), currentlyAvailable: 0 });
    }
    if (fault.kind !== 'refuse') return null;
    const { message, code } = fault;
    const errors = fault.status === 200 ? [{ message, extensions: { code } }] : message;
    return Response.json({ errors }, { status: fault.status });
  }
}

/** The first thing that a query asks for. */
function rootOf({ query }: Fields): string {
  try {
    const [one] = parse(String(query)).definitions;
    const [first] = one?.kind === 'OperationDefinition' ? one.selectionSet.selections : [];
    return first?.kind === 'Field' ? first.name.value : '';
  } catch {
    return '';
  }
}
