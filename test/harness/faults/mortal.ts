// A process that dies: at a chosen contact with the outside (a write to a database, a call to a ledger or a thread, a
// request to the processor, an ad platform or a shop) it stops, either before the contact, or after its effect and
// before the answer. Nothing that it then awaits ever arrives, so not even its error handling runs. A restart
// finds what it leaves behind.
import type { Env } from '../../../src/env.ts';
import type { StripeWorld } from '../money/stripe.ts';
import { portion } from '../vitest/portion.ts';

export type When = 'before' | 'after';

export interface Mortal {
  /** The process's environment. */
  env: Env;
  /** The names of its contacts; the last one killed it. */
  contacts: readonly string[];
  readonly dead: boolean;
  /**
   * The numbers of the contacts that must be tested with a death before them. For the others, a death before
   * the contact leaves the same state as the death after the previous one.
   */
  apart: ReadonlySet<number>;
  /** Settles when it dies. */
  death: Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

type Contact = <T>(name: string, call: () => Promise<T>) => Promise<T>;

/** The calls of ledgers and threads that change nothing. */
const READS = [
  ...['balances', 'state', 'entries', 'lines', 'earnings', 'earning', 'transfer', 'verify'],
  ...['messages', 'message', 'around', 'sides', 'changes', 'portion'],
];
const WRITING = /^\s*(insert|update|delete|replace|with)\s/i;

/**
 * Who decides about each request to the processor, by a secret key that only this process uses for its world.
 */
const processes = new Map<string, Contact>();

/** Separates a world's secret key from the number of the process. */
const PROCESS = '__';

/** Separates an ad platform's URL from the number of the process. */
const PLATFORM = /\/__(\d+)(?=\/)/;
const onPlatforms = new Map<string, Contact>();

// setup.ts loads this before any file, or `vi.unstubAllGlobals` could put back a fetch from before it.
const realFetch = globalThis.fetch;
globalThis.fetch = (async (input: RequestInfo, init?: RequestInit) => {
  if (processes.size === 0 && onPlatforms.size === 0) return await realFetch(input, init);
  const request = new Request(input, init);
  const number = PLATFORM.exec(request.url)?.[1];
  if (number !== undefined) {
    const url = request.url.replace(PLATFORM, '');
    const what = new URL(url).pathname.replace(/\d{6,}/g, '…');
    const changes = request.method !== 'GET' || what.endsWith('/refresh_access_token');
    const name = changes ? `platform ${request.method} ${what}` : '';
    return await onPlatforms.get(number)!(name, () => realFetch(new Request(url, request)));
  }
  const key = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  const contact = processes.get(key);
  if (!contact) return await realFetch(request);
  const { pathname } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${key.split(PROCESS)[0]}`);
  const name = request.method === 'GET' ? '' : `processor ${request.method} ${pathname}`;
  return await contact(name, () => realFetch(new Request(request, { headers })));
}) as typeof fetch;

/** A process in `env` that dies. @param at the number of the contact at which it dies, from 1. */
export function mortal(env: Env & { STRIPE_SECRET_KEY?: string }, at: number, when: When): Mortal {
  const contacts: string[] = [];
  const apart = new Set<number>([1]);
  let dead = false;
  /**
   * Whether a contact has answered since the last one began: dying then is the same as dying before the next
   * one.
   */
  let answered = false;
  let sent = false;
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  const kill = (): Promise<never> => {
    dead = true;
    die();
    return NEVER;
  };
  const alive = async <T>(answer: T): Promise<T> => (dead ? await NEVER : answer);
  const contact: Contact = async (name, call) => {
    if (dead) return await NEVER;
    if (name === '') return await alive(await call());
    const number = contacts.push(name);
    if (!answered || sent) apart.add(number);
    [answered, sent] = [false, false];
    if (number === at && when === 'before') return await kill();
    const answer = call().finally(() => {
      answered = true;
    });
    // An error is an answer too.
    if (number === at) return await answer.then(kill, kill);
    return await alive(await answer);
  };
  const fragile: Record<string, unknown> = { ...env };
  for (const name of Object.keys(env)) {
    if (/^(?:DB|EVENTS_\d+|SEARCH)$/.test(name)) fragile[name] = database(name, env[name as 'DB'], contact);
  }
  fragile.LEDGER = objects('ledger', env.LEDGER, contact);
  fragile.THREAD = objects('thread', env.THREAD, contact);
  for (const name of ['WEBHOOKS', 'WEBHOOKS_SLOW', 'JOBS', 'PIXEL_EVENTS', 'SHOPS'] as const) {
    fragile[name] = {
      send: async (message: unknown) => {
        sent = true;
        await contact('', () => env[name].send(message as never));
      },
      sendBatch: async (messages: Iterable<MessageSendRequest>) => {
        sent = true;
        await contact('', () => env[name].sendBatch(messages as never));
      },
    };
  }
  if (env.STRIPE_SECRET_KEY) {
    const own = `${env.STRIPE_SECRET_KEY}${PROCESS}${processes.size}`;
    processes.set(own, contact);
    fragile.STRIPE_SECRET_KEY = own;
  }
  const number = String(onPlatforms.size);
  onPlatforms.set(number, contact);
  for (const [name, value] of Object.entries(env as unknown as Record<string, unknown>))
    if (/^(META|INSTAGRAM|TIKTOK|GOOGLE|SNAPCHAT)\w*_API_URL$/.test(name))
      fragile[name] = `${value}/__${number}`;
    else if (name === 'SHOPIFY_SHOP_URL')
      fragile[name] = String(value).replace(/(?=\/shopify\/)/, `/__${number}`);
  return {
    env: fragile as unknown as Env,
    contacts,
    apart,
    death,
    get dead() {
      return dead;
    },
  };
}

function database(name: string, db: D1Database, contact: Contact): D1Database {
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, method) {
        if (method === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), text);
        if (method === 'whole') return target;
        if (method === 'writes') return WRITING.test(text);
        const own = target[method as 'run'];
        if (typeof own !== 'function') return own;
        const what = WRITING.test(text) ? `${name} ${text.trim().slice(0, 60)}` : '';
        return (...given: []) => contact(what, () => own.apply(target, given));
      },
    });
  return new Proxy(db, {
    get(target, method) {
      if (method === 'prepare') return (text: string) => wrap(target.prepare(text), text);
      if (method === 'batch') {
        return (statements: { whole: D1PreparedStatement; writes: boolean }[]) =>
          contact(
            statements.some(({ writes }) => writes) ? `${name} batch of ${statements.length}` : '',
            () => target.batch(statements.map((one) => one.whole)),
          );
      }
      const own = target[method as 'exec'];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

function objects(what: string, namespace: DurableObjectNamespace, contact: Contact): DurableObjectNamespace {
  return {
    idFromName: (name: string) => namespace.idFromName(name),
    get(id: DurableObjectId) {
      const stub = namespace.get(id) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      return new Proxy(stub, {
        get(target, method) {
          if (typeof method !== 'string' || method === 'then') return undefined;
          const name = READS.includes(method) ? '' : `${what} ${id.name} ${method}`;
          return (...given: unknown[]) => contact(name, () => target[method]!(...given));
        },
      });
    },
  } as unknown as DurableObjectNamespace;
}

/**
 * Runs `live` undisturbed, and then once for each contact of this run's portion, killed before it and after it, each time in a
 * new scene. Then it runs `afterwards`, which restarts with the scene's real environment and checks the result. Returns
 * the contacts' names.
 * A process that dies before a contact leaves the same as one that died after the previous answer, unless it
 * sent a message in between or another contact began at the same time. In all other cases one of the two is
 * enough.
 * @param oneIn of how many contacts one is tried in a run of `npm test`: at least one of each kind.
 */
export async function atEveryDeath<Scene extends { stripe: Pick<StripeWorld, 'env'> } | { env: Env }>(
  story: {
    scene: () => Promise<Scene>;
    live: (scene: Scene, env: Env) => Promise<unknown>;
    afterwards: (scene: Scene, death: string) => Promise<void>;
  },
  oneIn = 8,
): Promise<string[]> {
  const lived = async (at: number, when: When): Promise<Mortal> => {
    const scene = await story.scene();
    const process = mortal('stripe' in scene ? scene.stripe.env : scene.env, at, when);
    await Promise.race([story.live(scene, process.env), process.death]);
    const death = process.dead ? `${when} ${process.contacts[at - 1]}` : 'nothing';
    try {
      await story.afterwards(scene, death);
    } catch (error) {
      throw new Error(`killed ${death} (contact ${at})`, { cause: error });
    }
    return process;
  };
  const { contacts, apart } = await lived(0, 'after');
  const deaths = contacts.map((name, n) => ({ at: n + 1, kind: name.split(' ')[0]! }));
  for (const { at } of portion(deaths, oneIn, ({ kind }) => kind)) {
    await lived(at, 'after');
    if (apart.has(at)) await lived(at, 'before');
  }
  return [...contacts];
}
