// One app's Meta: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { answerWith } from '../faults.ts';
import { admin, type Fault } from './admin.ts';
import { accessToken, debugToken, liveToken, oauthDialog, secretOf } from './oauth.ts';
import { overview } from './overview.ts';
import { type Call, ROUTES } from './routes.ts';
import { badToken, check, GraphError, invalid, missingObject, type Params, readRequest } from './wire.ts';
import { World } from './world.ts';

const VERSIONS = ['v25.0', 'v26.0'];
const PATTERNS = ROUTES.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll(':', '(\\d+)')}$`),
}));
const BATCH = 50;

interface Answer {
  status: number;
  body: unknown;
}

const refusing = ({ body, status }: GraphError) => Response.json(body, { status });

export class MetaSimulator extends DurableObject {
  readonly #world: World;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    try {
      const [, scripted, what = ''] = /^\/_sim\/meta\/(\d+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (scripted !== undefined) {
        if (request.method === 'GET') return await overview(world, scripted);
        const text = await request.text();
        return Response.json(admin(world, what, text === '' ? {} : JSON.parse(text)));
      }
      const [, version, path] = /^\/meta\/([^/]+)\/?(.*?)\/?$/.exec(url.pathname) ?? [];
      const id = request.headers.get('sim-app')!;
      if (path === 'dialog/oauth') return await oauthDialog(world, id, request, url);
      return await this.#graph(request, url, version ?? '', path ?? '', id);
    } catch (error) {
      if (error instanceof GraphError) return refusing(error);
      throw error;
    }
  }

  async #graph(request: Request, url: URL, version: string, path: string, app: string): Promise<Response> {
    const fault = this.#world.takeFault<Fault>(`${request.method} ${path}`);
    const response = await answerWith(fault, {
      refusal: refusalOf,
      broken: () =>
        refusing(
          new GraphError(500, { message: 'An unexpected error has occurred.', code: 2, is_transient: true }),
        ),
      answer: async () => {
        const { status, body } = await this.#answer(request, url, version, path, app);
        return Response.json(body, { status });
      },
    });
    for (const [name, value] of Object.entries(this.#headers(fault))) response.headers.set(name, value);
    return response;
  }

  async #answer(request: Request, url: URL, version: string, path: string, app: string): Promise<Answer> {
    try {
      if (!VERSIONS.includes(version))
        throw new GraphError(400, {
          message: `(#2635) You are calling a deprecated version of the Ads API (${version}).`,
          code: 2635,
        });
      const params = await readRequest(request, url);
      const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      if (bearer !== undefined) params.access_token ??= bearer;
      if (path === 'oauth/access_token')
        return this.#done(`GET ${path}`, accessToken(this.#world, app, params));
      if (path === 'debug_token') return this.#done(`GET ${path}`, debugToken(this.#world, app, params));
      if (path === '' && params.batch !== undefined) return await this.#batch(request, url, params, app);
      return await this.#call(request.method, path, params, url, app);
    } catch (error) {
      if (error instanceof GraphError) return { status: error.status, body: error.body };
      throw error;
    }
  }

  async #call(method: string, path: string, params: Params, url: URL, app: string): Promise<Answer> {
    const world = this.#world;
    const text = String(params.access_token ?? '');
    if (text === '')
      throw new GraphError(400, {
        message: 'An access token is required to request this resource.',
        code: 104,
      });
    const token = liveToken(world, text);
    if (params.appsecret_proof !== undefined && params.appsecret_proof !== (await proofOf(app, text)))
      throw invalid('Invalid appsecret_proof provided in the API argument.');
    const found = PATTERNS.map((route) => ({ route, match: route.pattern.exec(path) })).filter(
      ({ route, match }) => match && route.method === method,
    )[0];
    if (!found) throw missingObject(path.split('/')[0]!);
    const call: Call = {
      world,
      params,
      url,
      token: text,
      scopes: token.scopes,
      user: world.get('user', token.user),
      id: found.match![1] ?? '',
    };
    return this.#done(`${method} ${found.route.path}`, await found.route.handle(call));
  }

  #done(request: string, body: unknown): Answer {
    this.#world.count(request);
    return { status: 200, body };
  }

  /** Several requests in one: each has its own answer, as a text. */
  async #batch(request: Request, url: URL, params: Params, app: string): Promise<Answer> {
    const { batch } = check(params, { batch: 'list!' });
    if (batch.length > BATCH)
      throw invalid(`Too many requests in batch message. Maximum batch size is ${BATCH}`);
    const answers: Params[] = [];
    for (const one of batch as Params[]) {
      const inner = new URL(`/meta/v26.0/${String(one.relative_url ?? '').replace(/^\//, '')}`, url);
      const body = Object.fromEntries(new URLSearchParams(String(one.body ?? '')));
      const asked = { ...Object.fromEntries(inner.searchParams), ...body, access_token: params.access_token };
      const path = inner.pathname.replace(/^\/meta\/v26\.0\//, '');
      try {
        const { status, body: told } = await this.#call(
          String(one.method ?? request.method),
          path,
          asked,
          inner,
          app,
        );
        answers.push({ code: status, body: JSON.stringify(told) });
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        answers.push({ code: error.status, body: JSON.stringify(error.body) });
      }
    }
    return { status: 200, body: answers };
  }

  /** How much of what is allowed has been used, as JSON in headers; a scripted limit says when to come back. */
  #headers(fault: Fault | null): Record<string, string> {
    const used = Math.min(100, Object.values(this.#world.counts()).reduce((sum, one) => sum + one, 0) % 100);
    const share = { call_count: used, total_cputime: used, total_time: used };
    const wait = fault?.kind === 'rate_limit' ? fault.minutes : 0;
    const use = { type: 'ads_management', ...share, estimated_time_to_regain_access: wait };
    return {
      'X-App-Usage': JSON.stringify(share),
      'X-Ad-Account-Usage': JSON.stringify({
        acc_id_util_pct: used,
        reset_time_duration: 0,
        ads_api_access_tier: 'standard_access',
      }),
      'X-Business-Use-Case-Usage': JSON.stringify({ '200000000000001': [use] }),
      'facebook-api-version': 'v26.0',
    };
  }
}

function refusalOf(fault: Fault): Response | null {
  if (fault.kind === 'fail_before')
    return refusing(
      new GraphError(500, { message: 'An unknown error has occurred.', code: 1, is_transient: true }),
    );
  if (fault.kind === 'rate_limit')
    return refusing(
      new GraphError(400, {
        message: `(#${fault.code}) There have been too many calls.`,
        code: fault.code,
        error_subcode: 2446079,
      }),
    );
  if (fault.kind === 'refuse')
    return refusing(
      new GraphError(fault.status, {
        message: `(#${fault.code}) ${fault.message}`,
        code: fault.code,
        ...(fault.subcode ? { error_subcode: fault.subcode } : {}),
      }),
    );
  return fault.kind === 'expire' ? refusing(badToken(463, 'Session has expired.')) : null;
}

async function proofOf(app: string, token: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey(
    'raw',
    bytes(secretOf(app)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(token)));
  return [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
