// The frame's calls of the API, with a token that only this script's memory holds.
import { Refused } from '../refused.ts';

/** What the frame learns with its token. */
export interface Session {
  session: string;
  creator: string;
  account: string | null;
  accountName: string;
  features: string[];
  /** Whether only the person of the record goes on, once they said yes in a window of ours. */
  needsPerson: boolean;
}

export interface ListPage<T> {
  data: T[];
  nextCursor: string | null;
}

/** What of an address asks for what is of the session's account alone. */
export const ofAccount = ({ account }: Session): string => (account === null ? '' : `&account=${account}`);

/** What of an address says where the next page begins. */
export const behind = (cursor: string | null): string =>
  cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;

/** What was read of a list, with its next page. */
export async function withNext<T>(client: Client, path: string, before: ListPage<T>): Promise<ListPage<T>> {
  const next = await client.list<T>(path + behind(before.nextCursor));
  return { ...next, data: [...before.data, ...next.data] };
}

export interface Client {
  open(): Promise<Session>;
  get<T>(path: string): Promise<T>;
  list<T>(path: string): Promise<ListPage<T>>;
  /** @param once the same for every try of one act, which then takes effect once. */
  send<T>(method: 'POST' | 'PATCH', path: string, body: object | null, once?: string): Promise<T>;
}

/** What the frame itself does with it besides. */
export interface FrameClient extends Client {
  /** The session of now, and whether it can be used: a record that has a person waits for them. */
  session(): string;
  isReady(): boolean;
  /** Goes on as the person who allowed it in a window. */
  become(session: string, code: string, verifier: string): Promise<void>;
}

/** The refusal that only the record's person gets past. */
const needsPerson = () => new Refused(403, 'permission_denied', 'person_verified');

/** A token is renewed this long before it ends. */
const AHEAD_MS = 60_000;

/**
 * @param frame the session that the frame's page belongs to.
 * @param askSecret gets a new secret from the page around the frame.
 */
export function newClient(frame: string, askSecret: () => Promise<string | null>): FrameClient {
  let token = '';
  let until = 0;
  /** With this the frame acts as the person; its own token is then not used. */
  let personToken = '';
  let opened: Session | null = null;
  let renewing: Promise<Session> | null = null;

  const renew = async (): Promise<Session> => {
    const clientSecret = await askSecret();
    if (clientSecret === null) throw new Refused(0, 'no_secret', 'client_secret');
    const { data } = (await exchange(frame, { clientSecret, ...(personToken && { personToken }) })) as {
      data: Session & { token: string; expiresIn: number; personToken: string | null };
    };
    token = data.token;
    personToken = data.personToken ?? '';
    until = Date.now() + data.expiresIn * 1_000;
    opened = data;
    return data;
  };
  const exchange = (id: string, body: object) =>
    request('POST', `/v1/embeds/${id}/token`, body, undefined, '');
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
    credential = personToken || token,
  ): Promise<unknown> {
    const headers: Record<string, string> = {
      ...(credential && { Authorization: `Bearer ${credential}` }),
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
    if (!isReady()) throw needsPerson();
    try {
      return await request(method, path, body, once);
    } catch (error) {
      if (error instanceof Refused && error.reason === 'signed_out') {
        personToken = '';
        if (opened) opened.needsPerson = true;
        throw needsPerson();
      }
      // A token that ran out earlier than this browser's clock says has no reason; it is renewed once.
      if (!(error instanceof Refused) || error.status !== 401 || error.reason !== null) throw error;
      await open();
      if (!isReady()) throw needsPerson();
      return await request(method, path, body, once);
    }
  };
  const isReady = () => personToken !== '' || opened?.needsPerson === false;

  return {
    open,
    session: () => opened?.session ?? frame,
    isReady,
    become: async (session, code, verifier) => {
      const { data } = (await exchange(session, { code, verifier })) as {
        data: { personToken: string; expiresIn: number };
      };
      personToken = data.personToken;
      until = Date.now() + data.expiresIn * 1_000;
    },
    get: async <T>(path: string) => ((await call('GET', path)) as { data: T }).data,
    list: async <T>(path: string) => (await call('GET', path)) as ListPage<T>,
    send: async <T>(method: 'POST' | 'PATCH', path: string, body: object | null, once?: string) =>
      ((await call(method, path, body, once)) as { data: T }).data,
  };
}
