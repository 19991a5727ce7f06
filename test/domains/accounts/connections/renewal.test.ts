// Expiring tokens are renewed by one process at a time and stored before they are used, and a process may die
// while it renews.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import type { ConnectionRow } from '../../../../src/domains/accounts/connections/connection.ts';
import { findConnection } from '../../../../src/domains/accounts/connections/connection-store.ts';
import { expireConnection } from '../../../../src/domains/accounts/connections/expire-connection.ts';
import { renewUnused } from '../../../../src/domains/accounts/connections/renew-unused.ts';
import { openToken, sealToken } from '../../../../src/domains/accounts/connections/tokens.ts';
import { useConnection } from '../../../../src/domains/accounts/connections/use-connection.ts';
import { watchConnections } from '../../../../src/domains/accounts/connections/watch-connections.ts';
import { AdError } from '../../../../src/integrations/ads/error.ts';
import type { AdPlatform } from '../../../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import type { Tokens } from '../../../../src/integrations/provider/connectable.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { connectAds, eventsOf } from '../../../harness/ads/ad-connections.ts';
import { type MetaWorld, metaWorld } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let meta: MetaWorld;
let brand: Minted;
let id: string;
let now: number;
/** The tokens that the platform was asked with, and its next answer. */
let asked: string[];
let answer: (refreshToken: string) => Promise<Tokens>;
beforeAll(async () => {
  meta = await metaWorld();
});
beforeEach(async () => {
  brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  id = await connectAds(meta, brand);
  now = clock.now();
  asked = [];
  answer = async () => fresh(`token ${asked.length}`, `refresh ${asked.length}`);
  await put({ token: 'token 0', refreshToken: 'refresh 0', tokenExpiresAt: now + HOUR_MS });
});

const fresh = (token: string, refreshToken: string | null): Tokens => ({
  token,
  refreshToken,
  expiresAt: now + HOUR_MS,
});

/** A process at a given time, with a platform whose tokens expire. */
function process(at = now): SystemCtx {
  const ctx = meta.ctx(at);
  const platform: AdPlatform = {
    ...metaAdapter,
    async renew(_, refreshToken) {
      asked.push(refreshToken);
      return await answer(refreshToken);
    },
  };
  return { ...ctx, reactions: { ...ctx.reactions, adPlatforms: { meta: async () => platform } } };
}

const row = async () => (await findConnection(meta.ctx(), id))!;
/** The token that a process would use at a given time. */
const used = async (at = now) => use(process(at), async (token) => token);
const use = async (ctx: SystemCtx, ask: (token: string) => Promise<string>) =>
  await useConnection(ctx, await row(), (_, { token }) => ask(token));

async function put(tokens: { token: string; refreshToken: string; tokenExpiresAt: number }): Promise<void> {
  const ctx = meta.ctx();
  const at = { id, holder: brand.id };
  const [token, refreshToken] = [
    await sealToken(ctx, at, tokens.token),
    await sealToken(ctx, at, tokens.refreshToken),
  ];
  await testEnv.DB.prepare(
    'UPDATE connections SET token = ?, refresh_token = ?, token_expires_at = ?, ends_at = NULL WHERE id = ?',
  )
    .bind(token, refreshToken, tokens.tokenExpiresAt, id)
    .run();
}

const stored = async () => {
  const at = await row();
  return await Promise.all(
    [at.token, at.refreshToken].map((one) => (one === null ? null : openToken(meta.ctx(), at, one))),
  );
};

const auth = () => new AdError('Meta', 'auth_expired');

describe('a token', () => {
  it('that is good is used, and one that ends soon is renewed first, with no new version', async () => {
    const { version } = await row();
    expect([await used(), asked]).toEqual(['token 0', []]);
    expect(await used(now + HOUR_MS - 4 * MINUTE_MS)).toBe('token 1');
    expect([asked, await stored()]).toEqual([['refresh 0'], ['token 1', 'refresh 1']]);
    expect((await row()).version).toBe(version);
    // A token without a successor from the platform stays.
    answer = async () => fresh('token 2', null);
    expect(await used(now + HOUR_MS)).toBe('token 2');
    expect(await stored()).toEqual(['token 2', 'refresh 1']);
  });

  it('is renewed once, however many need it at a time, and is stored before anybody works with it', async () => {
    const seen: (string | null)[] = [];
    const many = Array.from({ length: 8 }, () =>
      use(process(now + 2 * HOUR_MS), async (token) => {
        seen.push((await stored())[0]!);
        return token;
      }),
    );
    now += 2 * HOUR_MS;
    expect(new Set(await Promise.all(many))).toEqual(new Set(['token 1']));
    expect([asked, new Set(seen)]).toEqual([['refresh 0'], new Set(['token 1'])]);
  });

  it('that is still good is used by the others while one renews it', async () => {
    const { promise, resolve } = Promise.withResolvers<Tokens>();
    answer = () => promise;
    const soon = now + HOUR_MS - MINUTE_MS;
    const first = used(soon);
    while (asked.length === 0) await row();
    expect(await used(soon)).toBe('token 0');
    resolve(fresh('token 1', 'refresh 1'));
    expect([await first, asked.length]).toEqual(['token 1', 1]);
  });

  it('is renewed by another when whoever began has died, and who was only slow spoils nothing', async () => {
    const late = Promise.withResolvers<Tokens>();
    answer = () => late.promise;
    const at = now + HOUR_MS - MINUTE_MS;
    const slow = used(at);
    while (asked.length === 0) await row();
    answer = async () => fresh('token 2', 'refresh 2');
    expect(await used(at + 59_000)).toBe('token 0');
    expect(await used(at + MINUTE_MS)).toBe('token 2');
    late.resolve(fresh('token 1', 'refresh 1'));
    expect(await slow).toBe('token 2');
    expect(await stored()).toEqual(['token 2', 'refresh 2']);
  });

  it('that ended in the middle is renewed, and the caller comes again', async () => {
    const ask = async (token: string) => {
      if (token === 'token 0') throw auth();
      return token;
    };
    await expect(use(process(), ask)).rejects.toMatchObject({ kind: 'transient', retryAfterMs: 1000 });
    expect([await use(process(), ask), asked]).toEqual(['token 1', ['refresh 0']]);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected']);
  });
});

describe('the connection', () => {
  it('ends when the platform refuses to renew it, or refuses what is fresh; not when it is down', async () => {
    const soon = now + HOUR_MS - MINUTE_MS;
    answer = async () => Promise.reject(new AdError('Meta', 'transient'));
    expect(await used(soon)).toBe('token 0');
    await expect(used(now + HOUR_MS)).rejects.toMatchObject({ kind: 'transient' });
    expect((await row()).status).toBe('connected');
    answer = async () => Promise.reject(auth());
    await expect(used(now + HOUR_MS)).rejects.toMatchObject({ details: { reason: 'reconnect_required' } });
    expect([(await row()).status, await stored()]).toEqual(['expired', [null, null]]);
    await connectAds(meta, brand);
    await put({ token: 'token 0', refreshToken: 'refresh 0', tokenExpiresAt: now });
    answer = async () => fresh('token 1', 'refresh 1');
    await expect(use(process(), () => Promise.reject(auth()))).rejects.toMatchObject({
      details: { reason: 'reconnect_required' },
    });
    expect((await row()).status).toBe('expired');
  });

  it('outlives one refusal of a token that was just renewed: the newest is tried once', async () => {
    const refusing = (refused: readonly string[], at = now + HOUR_MS) => {
      const tried: string[] = [];
      const again: boolean[] = [];
      const ctx = process(at);
      const ask = async () =>
        await useConnection(ctx, await row(), async (_, { token }, second) => {
          tried.push(token);
          again.push(second);
          if (refused.includes(token)) throw auth();
          return token;
        });
      return { ask, tried, again };
    };
    let made = 0;
    answer = async () => ({
      ...fresh(`token ${++made}`, `refresh ${made}`),
      expiresAt: now + 3 * HOUR_MS,
    });
    const once = refusing(['token 1']);
    expect(await once.ask()).toBe('token 2');
    expect([once.tried, once.again]).toEqual([
      ['token 1', 'token 2'],
      [false, true],
    ]);
    expect((await row()).status).toBe('connected');
    expect(await stored()).toEqual(['token 2', 'refresh 2']);
    // A platform that cannot renew for the moment does not end the connection either.
    const before = answer;
    answer = () => Promise.reject(new AdError('Meta', 'transient'));
    const down = refusing(['token 2']);
    await expect(down.ask()).rejects.toMatchObject({ kind: 'transient' });
    expect([(await row()).status, down.tried]).toEqual(['connected', ['token 2']]);
    answer = before;
    const twice = refusing(['token 2', 'token 3']);
    await expect(twice.ask()).rejects.toMatchObject({ details: { reason: 'reconnect_required' } });
    expect([(await row()).status, twice.tried]).toEqual(['expired', ['token 2', 'token 3']]);
  });

  it('that is five minutes old may have ended: its caller comes again with another', async () => {
    answer = async () => ({ ...fresh(`token ${asked.length}`, 'refresh 1'), expiresAt: now + 3 * HOUR_MS });
    await used(now + HOUR_MS);
    const tried: string[] = [];
    const late = use(process(now + HOUR_MS + 5 * MINUTE_MS), async (token) => {
      tried.push(token);
      throw auth();
    });
    await expect(late).rejects.toMatchObject({ kind: 'transient' });
    expect([tried, (await row()).status, await stored()]).toEqual([
      ...[['token 1'], 'connected', ['token 2', 'refresh 1']],
    ]);
  });

  it('is never ended by who holds a token that was renewed since, nor by time', async () => {
    const before: ConnectionRow = await row();
    await used(now + HOUR_MS);
    await expireConnection(process(), before);
    await watchConnections(process(now + 100 * HOUR_MS));
    expect((await row()).status).toBe('connected');
    const read = await call('GET', `/v1/connections/${id}`, { env: meta.env, key: brand.key });
    expect(read.body.data.error).toBeNull();
  });

  it('that is connected again or disconnected meanwhile keeps what its owner did', async () => {
    const { promise, resolve } = Promise.withResolvers<Tokens>();
    answer = () => promise;
    const using = used(now + HOUR_MS);
    while (asked.length === 0) await row();
    await put({ token: 'token new', refreshToken: 'refresh new', tokenExpiresAt: now + 3 * HOUR_MS });
    resolve(fresh('token 1', 'refresh 1'));
    expect([await using, await stored()]).toEqual(['token new', ['token new', 'refresh new']]);
    answer = async () => {
      const body = { status: 'disconnected' };
      await call('PATCH', `/v1/connections/${id}`, { env: meta.env, key: brand.key, body });
      return fresh('token 2', 'refresh 2');
    };
    await expect(used(now + 3 * HOUR_MS)).rejects.toMatchObject({
      details: { reason: 'reconnect_required' },
    });
    expect([(await row()).status, await stored()]).toEqual(['disconnected', [null, null]]);
  });
});

describe('a refresh token that ends', () => {
  const LIFE_MS = 90 * DAY_MS;
  /** Tokens as a platform gives them at a given time, with a refresh token of 90 days. */
  const ending = (name: string, at: number): Tokens => ({
    token: `token ${name}`,
    refreshToken: `refresh ${name}`,
    expiresAt: at + HOUR_MS,
    refreshExpiresAt: at + LIFE_MS,
  });
  const begun = async () => {
    answer = async () => ending('1', now);
    await used(now + HOUR_MS - MINUTE_MS);
    asked = [];
    answer = async () => ending('2', now + LIFE_MS / 2);
    return (await row()).renewAt!;
  };
  const read = async (at: number) => {
    clock.hold(at);
    return (await call('GET', `/v1/connections/${id}`, { env: meta.env, key: brand.key })).body.data;
  };
  afterEach(() => clock.release());

  it('is renewed at half of its life although nobody uses it, and not before', async () => {
    const half = await begun();
    await renewUnused(process(half - 1));
    expect(asked).toEqual([]);
    await renewUnused(process(half));
    await renewUnused(process(half));
    expect([asked, await stored()]).toEqual([['refresh 1'], ['token 2', 'refresh 2']]);
    expect((await row()).renewAt).toBeGreaterThan(half + 44 * DAY_MS);
    await watchConnections(process(now + LIFE_MS + DAY_MS));
    expect((await row()).status).toBe('connected');
  });

  it('is tried again each hour while the platform is down, warned of, and then ends the connection', async () => {
    const half = await begun();
    answer = async () => Promise.reject(new AdError('Meta', 'transient'));
    for (const at of [half, half + MINUTE_MS, half + HOUR_MS]) await renewUnused(process(at));
    expect(asked).toHaveLength(2);
    const { endsAt } = await row();
    expect((await read(endsAt! - 8 * DAY_MS)).error).toBeNull();
    expect((await read(endsAt! - DAY_MS)).error).toContain('expires on');
    await watchConnections(process(endsAt! - DAY_MS));
    expect((await row()).warnedAt).not.toBeNull();
    // A renewal before the end takes the warning back.
    answer = async () => ending('3', endsAt! - HOUR_MS);
    await renewUnused(process(endsAt! - HOUR_MS));
    expect([(await row()).warnedAt, (await read(endsAt! - HOUR_MS)).error]).toEqual([null, null]);
    const end = (await row()).endsAt!;
    await watchConnections(process(end));
    expect([(await row()).status, await stored()]).toEqual(['expired', [null, null]]);
  });

  it('that the platform refuses ends the connection at once', async () => {
    const half = await begun();
    answer = async () => Promise.reject(auth());
    await renewUnused(process(half));
    expect((await row()).status).toBe('expired');
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.expired']);
    await renewUnused(process(half + 2 * HOUR_MS));
    expect(asked).toHaveLength(1);
  });
});
