// One project's Google: takes a request through what the platform does with it, in the platform's order.
import { DurableObject } from 'cloudflare:workers';
import { answerWith } from '../faults.ts';
import { admin, type Fault } from './admin.ts';
import { mutate, OnlyValidated } from './mutate.ts';
import { consentPage, liveToken, revokeAnswer, tokenAnswer } from './oauth.ts';
import { overview } from './overview.ts';
import { search } from './search.ts';
import { noteRuns } from './status.ts';
import { startUpload, takeBytes } from './uploads.ts';
import { GoogleError, type Json, malformed, newRequestId, refuse, VERSION } from './wire.ts';
import { type Node, World } from './world.ts';

export class GoogleSimulator extends DurableObject {
  readonly #world: World;
  readonly #storage: DurableObjectStorage;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#storage = state.storage;
    this.#world = new World(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const world = this.#world;
    const project = request.headers.get('sim-project')!;
    try {
      const [, scripted, what = ''] = /^\/_sim\/google\/(\d+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (scripted !== undefined) {
        if (request.method === 'GET') return await overview(world, scripted);
        const text = await request.text();
        return Response.json(admin(world, what, text === '' ? {} : JSON.parse(text)));
      }
      const path = url.pathname.replace(/^\/google\//, '');
      if (path === 'o/oauth2/v2/auth') return await consentPage(world, project, request, url);
      return await this.#faulty(request, path.replace(/^(resumable\/upload\/)?v\d+\//, '$1'), () =>
        this.#answer(request, url, path, project),
      );
    } catch (error) {
      if (error instanceof GoogleError) return answerOf(error);
      throw error;
    }
  }

  async #faulty(request: Request, path: string, answer: () => Promise<Response>): Promise<Response> {
    const fault = this.#world.takeFault<Fault>(`${request.method} ${path}`);
    return await answerWith(fault, {
      refusal: refusalOf,
      broken: () =>
        answerOf(refuse('internalError.INTERNAL_ERROR', 'An internal error has occurred.', { status: 500 })),
      answer: () =>
        answer().catch((error: unknown) => {
          if (error instanceof GoogleError) return answerOf(error);
          throw error;
        }),
    });
  }

  async #answer(request: Request, url: URL, path: string, project: string): Promise<Response> {
    const world = this.#world;
    if (path === 'token' || path === 'revoke') {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const form = new URLSearchParams(await request.text());
      if (path === 'token') return tokenAnswer(world, project, form);
      const answer = revokeAnswer(world, form.get('token') ?? url.searchParams.get('token') ?? '');
      if (answer.ok) world.count('revoke');
      return answer;
    }
    const [, session] = /^resumable\/session\/\d+\/(\d+)$/.exec(path) ?? [];
    if (session !== undefined) return await takeBytes(world, session, request);
    const [, resumable, version, rest] = /^(resumable\/upload\/)?v(\d+)\/(.+)$/.exec(path) ?? [];
    if (rest === undefined) throw new GoogleError(404, 'Not Found', []);
    if (`v${version}` !== VERSION)
      throw refuse(
        'requestError.UNSUPPORTED_VERSION',
        `Version v${version} is deprecated. Requests to this version will be blocked.`,
      );
    const token = liveToken(world, request);
    if (rest === 'customers:listAccessibleCustomers' && request.method === 'GET') {
      const own = world
        .all('customer')
        .filter((one) => one._users.includes(token.user))
        .toReversed();
      return jsonOf({ resourceNames: own.map(({ id }) => `customers/${id}`) });
    }
    const [, id, act] = /^customers\/(\d+)\/([\w]+:[\w]+)$/.exec(rest) ?? [];
    if (id === undefined || request.method !== 'POST')
      throw new GoogleError(404, 'Requested entity was not found.', []);
    const customer = this.#customer(id, token, request.headers.get('login-customer-id'));
    const body = await bodyOf(request);
    if (act === 'googleAds:search' && !resumable) return jsonOf(search(world, customer, body));
    if (customer.manager)
      throw refuse('requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT', 'Not for a manager account.', {
        status: 403,
      });
    if (act === 'youTubeVideoUploads:create' && resumable)
      return startUpload(world, customer, request, body, `${url.origin}/google/resumable/session/${project}`);
    if (act === 'googleAds:mutate' && !resumable) return jsonOf(this.#mutate(customer, body));
    throw new GoogleError(404, 'Requested entity was not found.', []);
  }

  /** All of it takes effect, or nothing. */
  #mutate(customer: Node, body: Json): Json {
    try {
      return this.#storage.transactionSync(() => {
        const answer = mutate(this.#world, customer, body);
        noteRuns(this.#world, customer);
        return answer;
      });
    } catch (error) {
      if (error instanceof OnlyValidated) return {};
      throw error;
    }
  }

  /** The account of a request, if its person may act there: by themselves, or through the manager that they name. */
  #customer(id: string, token: Node, login: string | null): Node {
    const world = this.#world;
    const found = world.find(id);
    const denied = () =>
      refuse(
        'authorizationError.USER_PERMISSION_DENIED',
        "User doesn't have permission to access customer.",
        { status: 403 },
      );
    if (found?.kind !== 'customer') throw denied();
    if (login !== null && !/^\d+$/.test(login))
      throw refuse('requestError.INVALID_CUSTOMER_ID', 'Digits alone.');
    const from = login === null ? found.node : world.find(login)?.node;
    const through = from?.id === id || found.node._manager === from?.id;
    if (!from || !through || !from._users?.includes(token.user)) throw denied();
    if (found.node.status !== 'ENABLED' && found.node.status !== 'SUSPENDED')
      throw refuse('authorizationError.CUSTOMER_NOT_ENABLED', 'The customer account is not enabled.', {
        status: 403,
      });
    return found.node;
  }
}

async function bodyOf(request: Request): Promise<Json> {
  const text = await request.text();
  try {
    const body = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // not JSON
  }
  throw malformed('Invalid JSON payload received.');
}

const jsonOf = (body: Json) => Response.json(body, { headers: { 'request-id': newRequestId() } });
const answerOf = ({ status, body }: GoogleError) =>
  Response.json(body, { status, headers: { 'request-id': newRequestId() } });

function refusalOf({ kind, seconds, status, code, message }: Fault): Response | null {
  if (kind === 'fail_before')
    return answerOf(
      refuse('internalError.TRANSIENT_ERROR', 'A transient error has occurred.', { status: 503 }),
    );
  if (kind === 'rate_limit') {
    const quotaErrorDetails = {
      rateScope: 'ACCOUNT',
      rateName: 'Requests per service',
      retryDelay: `${seconds}s`,
    };
    return answerOf(
      refuse('quotaError.RESOURCE_EXHAUSTED', 'Too many requests.', {
        status: 429,
        details: { quotaErrorDetails },
      }),
    );
  }
  if (kind === 'refuse') return answerOf(refuse(code, message, { status: status === 200 ? 400 : status }));
  if (kind === 'expire')
    return answerOf(
      refuse('authenticationError.OAUTH_TOKEN_EXPIRED', 'The OAuth access token expired.', { status: 401 }),
    );
  return null;
}
