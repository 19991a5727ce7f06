// One app's Instagram: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { html } from 'hono/html';
import { answerWith } from '../faults.ts';
import { badToken, GraphError, missingObject, type Params, readRequest } from '../meta/wire.ts';
import { page } from '../page.ts';
import { admin, type Fault } from './admin.ts';
import { insights, listMedia, ownMedia, professional, viewMedia, viewUser } from './media.ts';
import { authorize, BASIC, exchange, INSIGHTS, liveToken, redeem, refresh, SignInError } from './oauth.ts';
import { HOUR, type Node, World } from './world.ts';

const VERSIONS = ['v25.0', 'v26.0'];
/** 4,800 calls for each impression of the day, of accounts that have some. */
const CALLS_AN_HOUR = 4800;

interface Answer {
  status: number;
  body: unknown;
}

const refusing = ({ body, status }: GraphError) => Response.json(body, { status });

export class InstagramSimulator extends DurableObject {
  readonly #world: World;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    const app = request.headers.get('sim-app')!;
    try {
      const [, scripted, what = ''] = /^\/_sim\/instagram\/(\d+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (scripted !== undefined) {
        if (request.method === 'GET') return await overview(world, scripted);
        const text = await request.text();
        return Response.json(admin(world, what, text === '' ? {} : JSON.parse(text)));
      }
      const path = url.pathname.replace(/^\/instagram\//, '').replace(/\/$/, '');
      if (path === 'oauth/authorize') return await authorize(world, app, request, url);
      return await this.#api(request, url, path, app);
    } catch (error) {
      if (error instanceof GraphError) return refusing(error);
      throw error;
    }
  }

  async #api(request: Request, url: URL, path: string, app: string): Promise<Response> {
    const named = path.replace(/^v\d+\.\d\//, '');
    const fault = this.#world.takeFault<Fault>(`${request.method} ${named}`);
    const response = await answerWith(fault, {
      refusal: refusalOf,
      broken: () =>
        refusing(
          new GraphError(500, { message: 'An unexpected error has occurred.', code: 2, is_transient: true }),
        ),
      answer: async () => {
        const { status, body } = await this.#answer(request, url, path, app);
        return Response.json(body, { status });
      },
    });
    if (fault?.kind === 'rate_limit') {
      const use = { type: 'instagram', call_count: 100, estimated_time_to_regain_access: fault.minutes };
      response.headers.set('X-Business-Use-Case-Usage', JSON.stringify({ '17841400000000001': [use] }));
    }
    return response;
  }

  async #answer(request: Request, url: URL, path: string, app: string): Promise<Answer> {
    const world = this.#world;
    try {
      const params = await readRequest(request, url);
      const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      if (path === 'oauth/access_token') {
        if (request.method !== 'POST') throw missingObject('oauth');
        return this.#done(`POST ${path}`, redeem(world, app, params));
      }
      if (request.method !== 'GET') throw missingObject(path);
      if (path === 'access_token') return this.#done(`GET ${path}`, exchange(world, app, params));
      if (path === 'refresh_access_token') return this.#done(`GET ${path}`, refresh(world, app, params));
      return this.#node(path, url, { ...params, access_token: params.access_token ?? bearer });
    } catch (error) {
      if (error instanceof GraphError) return { status: error.status, body: error.body };
      if (error instanceof SignInError) return { status: 400, body: error.body };
      throw error;
    }
  }

  #node(path: string, url: URL, params: Params): Answer {
    const world = this.#world;
    const [version, id = '', edge] = path.split('/');
    if (!VERSIONS.includes(version!)) throw missingObject(version!);
    const text = String(params.access_token ?? '');
    if (text === '')
      throw new GraphError(400, {
        message: 'An access token is required to request this resource.',
        code: 104,
      });
    const token = liveToken(world, text);
    this.#spend(token);
    const user = world.get('user', token.user);
    const needs = (scope: string) => {
      if (!token.scopes.includes(scope))
        throw new GraphError(403, { message: `(#10) The permission ${scope} is missing.`, code: 10 });
    };
    needs(BASIC);
    const own = id === 'me' || id === user.id;
    if (edge === undefined && own) return this.#done('GET me', viewUser(world, user, params.fields));
    if (edge === 'media' && own)
      return this.#done('GET :/media', listMedia(world, { user, url, token: text, params }));
    professional(user);
    const media = ownMedia(world, user, id);
    if (edge === undefined) return this.#done('GET :', viewMedia(world, user, media, params.fields));
    if (edge !== 'insights') throw missingObject(id);
    needs(INSIGHTS);
    return this.#done('GET :/insights', insights(world, media, params));
  }

  /** Throws when the account has used up its hour. */
  #spend(token: Node): void {
    const world = this.#world;
    const hour = Math.floor(world.now() / HOUR);
    const used = world.setting<Record<string, number>>('used', {});
    const key = `${token.user} ${hour}`;
    const calls = (used[key] ?? 0) + 1;
    world.set('used', {
      ...Object.fromEntries(Object.entries(used).filter(([at]) => at.endsWith(` ${hour}`))),
      [key]: calls,
    });
    if (calls > world.setting('callsAnHour', CALLS_AN_HOUR))
      throw new GraphError(400, { message: '(#4) Application request limit reached', code: 4 });
  }

  #done(request: string, body: unknown): Answer {
    this.#world.count(request);
    return { status: 200, body };
  }
}

function refusalOf(fault: Fault): Response | null {
  const { code, subcode, status } = fault;
  const more = subcode ? { error_subcode: subcode } : {};
  if (fault.kind === 'fail_before')
    return refusing(
      new GraphError(500, { message: 'An unknown error has occurred.', code: 1, is_transient: true }),
    );
  if (fault.kind === 'rate_limit')
    return refusing(
      new GraphError(400, { message: `(#${code}) There have been too many calls.`, code, ...more }),
    );
  if (fault.kind === 'refuse')
    return refusing(new GraphError(status, { message: `(#${code}) ${fault.message}`, code, ...more }));
  return fault.kind === 'expire' ? refusing(badToken(463, 'Session has expired.')) : null;
}

/** What the platform "has": a page for people who develop with it. */
async function overview(world: World, app: string): Promise<Response> {
  const people = world.all('user').map((user) => {
    const media = world
      .all('media', user.id)
      .map((one) => html`<li><code>${one.id}</code> ${one.caption}</li>`);
    return html`<li>${user.username} (${user.account_type})<ul>${media}</ul></li>`;
  });
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  return page(
    `Instagram simulator, app ${app}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Accounts</h2><ul>${people}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}
