// The frame's calls of the API, with a token that only this script's memory holds.

export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string | null;

  constructor(status: number, code: string, reason: string | null) {
    super(code);
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

/** What the frame learns with its token. */
export interface Session {
  session: string;
  creator: string;
  account: string | null;
  accountName: string;
  features: string[];
}

export interface ListPage<T> {
  data: T[];
  nextCursor: string | null;
}

export interface Client {
  open(): Promise<Session>;
  get<T>(path: string): Promise<T>;
  list<T>(path: string): Promise<ListPage<T>>;
  /** @param once the same for every try of one act, which then takes effect once. */
  send<T>(method: 'POST' | 'PATCH', path: string, body: object | null, once?: string): Promise<T>;
}

/** A token is renewed this long before it ends. */
const AHEAD_MS = 60_000;

/**
 * @param frame the session that the frame's page belongs to.
 * @param askSecret gets a new secret from the page around the frame.
 */
export function newClient(frame: string, askSecret: () => Promise<string | null>): Client {
  let token = '';
  let until = 0;
  let renewing: Promise<Session> | null = null;

  const renew = async (): Promise<Session> => {
    const clientSecret = await askSecret();
    if (clientSecret === null) throw new Refused(0, 'no_secret', 'client_secret');
    const { data } = (await request('POST', `/v1/embeds/${frame}/token`, { clientSecret })) as {
      data: Session & { token: string; expiresIn: number };
    };
    token = data.token;
    until = Date.now() + data.expiresIn * 1_000;
    return data;
  };
  /** One exchange at a time: calls that come meanwhile wait for it. */
  const open = (): Promise<Session> => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  async function request(
    method: string,
    path: string,
    body?: object | null,
    once?: string,
  ): Promise<unknown> {
    const headers: Record<string, string> = {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(once && { 'Idempotency-Key': once }),
    };
    const answer = await fetch(path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    const found = (await answer.json()) as { error?: { code: string; details?: { reason?: string } } };
    if (answer.ok) return found;
    throw new Refused(answer.status, found.error?.code ?? 'unknown', found.error?.details?.reason ?? null);
  }

  const call = async (
    method: string,
    path: string,
    body?: object | null,
    once?: string,
  ): Promise<unknown> => {
    if (Date.now() > until - AHEAD_MS) await open();
    try {
      return await request(method, path, body, once);
    } catch (error) {
      // A token that ran out earlier than this browser's clock says has no reason; it is renewed once.
      if (!(error instanceof Refused) || error.status !== 401 || error.reason !== null) throw error;
      await open();
      return await request(method, path, body, once);
    }
  };

  return {
    open,
    get: async <T>(path: string) => ((await call('GET', path)) as { data: T }).data,
    list: async <T>(path: string) => (await call('GET', path)) as ListPage<T>,
    send: async <T>(method: 'POST' | 'PATCH', path: string, body: object | null, once?: string) =>
      ((await call(method, path, body, once)) as { data: T }).data,
  };
}
