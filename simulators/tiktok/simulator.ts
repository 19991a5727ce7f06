// One app's TikTok: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { answerWith } from '../faults.ts';
import { admin, type Fault } from './admin.ts';
import { accessToken, consentPage, liveToken, revokeToken } from './oauth.ts';
import { overview } from './overview.ts';
import { ROUTES } from './routes.ts';
import { ApiError, envelope, readRequest } from './wire.ts';
import { World } from './world.ts';

interface Answer {
  status: number;
  body: unknown;
}

const said = (code: number, message: string) => Response.json(envelope(code, message));

export class TiktokSimulator extends DurableObject {
  readonly #world: World;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    try {
      const [, scripted, what = ''] = /^\/_sim\/tiktok\/(\d+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (scripted !== undefined) {
        if (request.method === 'GET') return await overview(world, scripted);
        const text = await request.text();
        return Response.json(admin(world, what, text === '' ? {} : JSON.parse(text)));
      }
      const app = request.headers.get('sim-app')!;
      if (url.pathname === '/tiktok/portal/auth') return await consentPage(world, app, request, url);
      return await this.#api(request, url, app);
    } catch (error) {
      // Scripting that is wrong is no answer of the platform's.
      if (error instanceof ApiError)
        return Response.json(envelope(error.code, error.message), { status: 400 });
      throw error;
    }
  }

  async #api(request: Request, url: URL, app: string): Promise<Response> {
    const path = /^\/tiktok\/open_api\/v1\.3\/(.+?)\/$/.exec(url.pathname)?.[1] ?? '';
    const fault = this.#world.takeFault<Fault>(`${request.method} ${path}`);
    return await answerWith(fault, {
      refusal: refusalOf,
      broken: () => said(50000, 'System error.'),
      answer: async () => {
        const { status, body } = await this.#answer(request, url, path, app);
        return Response.json(body, { status });
      },
    });
  }

  async #answer(request: Request, url: URL, path: string, app: string): Promise<Answer> {
    const world = this.#world;
    try {
      const params = await readRequest(request, url);
      const data = await this.#data(request, path, app, params);
      world.count(`${request.method} ${path}`);
      return { status: 200, body: envelope(0, 'OK', data) };
    } catch (error) {
      if (error instanceof ApiError)
        return { status: error.status, body: envelope(error.code, error.message) };
      throw error;
    }
  }

  async #data(
    request: Request,
    path: string,
    app: string,
    params: Record<string, unknown>,
  ): Promise<unknown> {
    const world = this.#world;
    if (request.method === 'POST' && path === 'oauth2/access_token') return accessToken(world, app, params);
    if (request.method === 'POST' && path === 'oauth2/revoke_token') return revokeToken(world, app, params);
    const route = ROUTES.find((one) => one.path === path && one.method === request.method);
    if (!route) throw new ApiError(40007, 'The request path does not exist.', 404);
    const token = liveToken(world, request.headers.get('access-token'));
    return await route.handle({ world, app, token, params });
  }
}

function refusalOf(fault: Fault): Response | null {
  if (fault.kind === 'fail_before') return said(50000, 'System error.');
  if (fault.kind === 'rate_limit') return said(fault.code, 'Too many requests. Please retry in some time.');
  if (fault.kind === 'refuse') return said(fault.code, fault.message);
  if (fault.kind === 'expire') return said(40102, 'Access token is expired.');
  return null;
}
