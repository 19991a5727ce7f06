// One app's Snapchat: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { answerWith } from '../faults.ts';
import { admin, type Fault } from './admin.ts';
import { accessToken, authorize, liveToken, revoke } from './oauth.ts';
import { overview } from './overview.ts';
import { ROUTES, scopeOf } from './routes.ts';
import {
  badToken,
  each,
  type Fields,
  forbidden,
  invalid,
  missing,
  Refused,
  SnapError,
  WORDS,
} from './wire.ts';
import { World } from './world.ts';

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const PATTERNS = ROUTES.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll(':', ID)}$`),
}));
const HELD = ['campaign', 'adsquad', 'ad', 'creative', 'media'] as const;

interface Answer {
  status: number;
  body: unknown;
}

const refusing = (error: SnapError, headers: Record<string, string> = {}) =>
  Response.json(error.body(), { status: error.status, headers });

export class SnapchatSimulator extends DurableObject {
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
      const [, scripted] = /^\/_sim\/snapchat\/[^/]+(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (url.pathname.startsWith('/_sim/')) {
        if (request.method === 'GET') return await overview(world, app);
        const text = await request.text();
        return Response.json(admin(world, scripted ?? '', text === '' ? {} : JSON.parse(text)));
      }
      if (url.pathname === '/snapchat/login/oauth2/authorize')
        return await authorize(world, app, request, url);
      return await this.#guarded(request, url, app);
    } catch (error) {
      if (error instanceof SnapError) return refusing(error);
      throw error;
    }
  }

  /** The answer, unless a fault stands in its place. */
  async #guarded(request: Request, url: URL, app: string): Promise<Response> {
    const path = url.pathname
      .replace(/^\/snapchat\/(business\/)?(?:us\/)?v1\//, (_, business) => business ?? '')
      .replace(/^\/snapchat\//, '');
    const fault = this.#world.takeFault<Fault>(`${request.method} ${path}`);
    return await answerWith(fault, {
      refusal: refusalOf,
      broken: () => refusing(new SnapError(500, 'E1000', 'Internal error')),
      answer: async () => {
        const { status, body } = await this.#answer(request, url, path, app, fault);
        return Response.json(body, { status });
      },
    });
  }

  async #answer(request: Request, url: URL, path: string, app: string, fault: Fault | null): Promise<Answer> {
    const world = this.#world;
    try {
      const login = { access_token: accessToken, revoke_token: revoke }[path.replace('login/oauth2/', '')];
      if (path.startsWith('login/')) {
        if (!login || request.method !== 'POST') throw missing();
        const answer = login(world, app, Object.fromEntries(new URLSearchParams(await request.text())));
        if (answer.status === 200) world.count(`POST ${path}`);
        return answer;
      }
      const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      const token = liveToken(world, bearer ?? '');
      const found = PATTERNS.find(({ method, pattern }) => method === request.method && pattern.test(path));
      if (!found) throw missing();
      if (!token.scopes.includes(scopeOf(found))) throw forbidden(`The scope ${scopeOf(found)} is missing.`);
      const call = {
        world,
        url,
        scopes: token.scopes,
        user: world.get('user', token.user),
        id: found.pattern.exec(path)![1] ?? '',
        ...(await contentOf(request)),
      };
      if (fault?.kind === 'refuse_item') return { status: 200, body: refusedItems(call.body, fault.message) };
      const body = found.handle(call);
      const effective = (body as Fields).request_status !== 'ERROR';
      if (effective) world.count(`${found.method} ${found.path}`);
      return { status: 200, body };
    } catch (error) {
      if (error instanceof SnapError) return { status: error.status, body: error.body() };
      if (error instanceof Refused) return { status: 400, body: invalid(error.message).body() };
      throw error;
    }
  }
}

async function contentOf(request: Request): Promise<{ body: Fields; form: FormData | null }> {
  if (request.method === 'GET' || request.method === 'DELETE') return { body: {}, form: null };
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) return { body: {}, form: await request.formData() };
  if (!type.includes('json')) throw invalid('The body must be JSON.');
  try {
    return { body: JSON.parse(await request.text()), form: null };
  } catch {
    throw invalid('The body is not valid JSON.');
  }
}

/** Each entity of a request refused by itself, in an answer that is well. */
function refusedItems(body: Fields, reason: string): Fields {
  const kind = HELD.find((one) => body[WORDS[one][0]] !== undefined);
  if (!kind) throw invalid('There is nothing to refuse.');
  return each(kind, body, () => {
    throw new Refused(reason);
  });
}

function refusalOf(fault: Fault): Response | null {
  if (fault.kind === 'fail_before') return refusing(new SnapError(503, 'E1000', 'Service unavailable'));
  if (fault.kind === 'rate_limit')
    return refusing(
      new SnapError(429, 'E1429', 'Too many requests'),
      fault.seconds === null ? {} : { 'Retry-After': String(fault.seconds) },
    );
  if (fault.kind === 'refuse') return refusing(new SnapError(fault.status, fault.code, fault.message));
  return fault.kind === 'expire' ? refusing(badToken()) : null;
}
