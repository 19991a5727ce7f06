// One app's Login Kit and Display API: takes a request through what the platform does with it.
import { DurableObject } from 'cloudflare:workers';
import { html } from 'hono/html';
import { command } from '../commands.ts';
import { type Fault as AnyFault, answerWith, FAULT, FAULT_KINDS } from '../faults.ts';
import { page } from '../page.ts';
import { authorize, liveToken, removed, revoke, revokeAll, tokens } from './oauth.ts';
import { listVideos, publish, queryVideos } from './videos.ts';
import {
  ApiError,
  answer,
  badToken,
  invalid,
  limited,
  type Params,
  picked,
  readBody,
  TokenError,
} from './wire.ts';
import { MINUTE, type NodeKind, World } from './world.ts';

interface Fault extends AnyFault {
  /** The code of a refusal. */
  code: string;
}

const USER_FIELDS =
  'open_id union_id avatar_url display_name username profile_deep_link bio_description is_verified follower_count following_count likes_count video_count'.split(
    ' ',
  );
const PROFILE = ['username', 'profile_deep_link', 'bio_description', 'is_verified'];
/** Requests a minute to one endpoint, of the whole app. */
const CALLS_A_MINUTE = 600;

const saying = (error: ApiError | TokenError) => Response.json(error.body(), { status: error.status });

export class TiktokDisplaySimulator extends DurableObject {
  readonly #world: World;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    const app = request.headers.get('sim-app')!;
    const [, scripted, what = ''] = /^\/_sim\/tiktok-display\/(\w+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
    try {
      if (scripted !== undefined) {
        if (request.method === 'GET') return await overview(world, scripted);
        const text = await request.text();
        const body = text === '' ? {} : JSON.parse(text);
        if (what === 'removed') return Response.json(await removed(world, scripted, body));
        return Response.json(admin(world, what, body));
      }
      const path = url.pathname.replace(/^\/tiktok-display\/v2\//, '').replace(/\/$/, '');
      if (path === 'auth/authorize') return await authorize(world, app, request, url);
      const fault = world.takeFault<Fault>(`${request.method} ${path}`);
      return await answerWith(fault, {
        refusal: refusalOf,
        broken: () => saying(new ApiError(500, 'internal_error', 'Internal error.')),
        answer: async () => await this.#answer(request, url, path, app),
      });
    } catch (error) {
      if (error instanceof ApiError) return saying(error);
      throw error;
    }
  }

  async #answer(request: Request, url: URL, path: string, app: string): Promise<Response> {
    try {
      const body = await this.#body(request, url, path, app);
      this.#world.count(`${request.method} ${path}`);
      return Response.json(body);
    } catch (error) {
      if (error instanceof ApiError || error instanceof TokenError) return saying(error);
      throw error;
    }
  }

  async #body(request: Request, url: URL, path: string, app: string): Promise<unknown> {
    const world = this.#world;
    const asked = `${request.method} ${path}`;
    if (asked === 'POST oauth/token' || asked === 'POST oauth/revoke') {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      return path === 'oauth/token' ? tokens(world, app, form) : revoke(world, app, form);
    }
    const header = request.headers.get('authorization');
    if (asked === 'GET user/info') {
      const token = liveToken(world, header, 'user.info.basic');
      this.#spend(path);
      const user = world.get('user', token.user);
      const shown = picked({ ...user, video_count: world.all('video', user.id).length }, url, USER_FIELDS);
      if (PROFILE.some((name) => name in shown)) liveToken(world, header, 'user.info.profile');
      return answer({ user: shown });
    }
    if (asked !== 'POST video/list' && asked !== 'POST video/query')
      throw new ApiError(404, 'invalid_params', 'The path does not exist.');
    const token = liveToken(world, header, 'video.list');
    this.#spend(path);
    const params = await readBody(request);
    const owner = world.get('user', token.user);
    const videos = path === 'video/list' ? listVideos : queryVideos;
    return answer(videos(world, url, owner, params));
  }

  /** Throws when the app has used up the endpoint's minute. */
  #spend(path: string): void {
    const world = this.#world;
    const minute = Math.floor(world.now() / MINUTE);
    const all = world.setting<Record<string, [minute: number, calls: number]>>('used', {});
    const used = all[path] ?? [0, 0];
    const calls = used[0] === minute ? used[1] + 1 : 1;
    world.set('used', { ...all, [path]: [minute, calls] });
    if (calls > world.setting('callsAMinute', CALLS_A_MINUTE)) throw limited();
  }
}

function refusalOf(fault: Fault): Response | null {
  if (fault.kind === 'fail_before') return saying(new ApiError(500, 'internal_error', 'Internal error.'));
  if (fault.kind === 'rate_limit') return saying(limited());
  if (fault.kind === 'refuse') return saying(new ApiError(fault.status, fault.code, fault.message));
  return fault.kind === 'expire' ? saying(badToken()) : null;
}

/** What tests and developers tell the simulator: POST /_sim/tiktok-display/<key>/…, JSON in and out. */
const admin = (world: World, path: string, body: Params): unknown =>
  command<NodeKind, Fault>(world, path, body, {
    faultKinds: FAULT_KINDS,
    fault: { ...FAULT, code: 'invalid_params' },
    settings: ['tokenLives', 'refreshLives', 'rotates', 'callsAMinute'],
    refuse: invalid,
    edited: () => undefined,
    own: {
      posts: (post) => publish(world, post),
      tokens: ({ user }) => {
        revokeAll(world, String(user));
        return { revoked: user };
      },
    },
  });

/** What the platform "has": a page for people who develop with it. */
async function overview(world: World, app: string): Promise<Response> {
  const people = world.all('user').map((user) => {
    const videos = world
      .all('video', user.id)
      .map((one) => html`<li><code>${one.id}</code> ${one.title}</li>`);
    return html`<li>${user.username}<ul>${videos}</ul></li>`;
  });
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  return page(
    `TikTok simulator for creators, app ${app}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Creators</h2><ul>${people}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}
