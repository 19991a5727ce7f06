// Every answer of Shopify gets one of our error codes. A faulty one is not used at all, and neither its words nor our tokens
// get beyond the adapter.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import { ShopError } from '../../src/integrations/shops/error.ts';
import type { ShopSession } from '../../src/integrations/shops/platform.ts';
import { HOUR_MS } from '../../src/kit/time.ts';
import { damaged, MARK, recorded, replayed } from '../harness/ads/recorded-fetch.ts';
import { REDIRECT, type ShopWorld, shopErrorOf, shopWorld } from '../harness/shops/shopify.ts';

const HERE = 'https://service.test/webhooks/shopify';

let world: ShopWorld;
let session: ShopSession;
beforeAll(async () => {
  world = await shopWorld();
  session = await world.session();
});
afterEach(() => vi.unstubAllGlobals());

const html = (status: number) => new Response(`<html>${MARK}</html>`, { status });
/** Responses that are not valid answers. */
const BROKEN: [string, (text: string) => Response][] = [
  ['HTML', () => html(200)],
  ['a page of an error', () => html(400)],
  ['a redirect', () => new Response('{}', { status: 302, headers: { Location: 'https://evil.example/' } })],
  ['nothing', () => new Response('')],
  ['null', () => new Response('null')],
  ['a list', () => new Response('[]')],
  ['an empty object', () => new Response('{}')],
  ['half of it', (text) => new Response(text.slice(0, -2))],
];

function expectDiscreet(error: unknown, what: string, secrets: readonly string[] = []): void {
  expect(error, what).toBeInstanceOf(ShopError);
  const { message, details, headers, stack } = error as ShopError;
  const told = JSON.stringify([message, details, headers, stack]);
  expect(told, what).not.toContain(MARK);
  for (const secret of [session.token, ...secrets]) expect(told, what).not.toContain(secret);
}

const isLinkOrNull = (value: unknown) => value === null || /^https:/.test(String(value));

const ended = (asked: Promise<unknown>) =>
  asked.then(
    (result) => ({ result, error: null }),
    (error: unknown) => ({ result: null, error }),
  );

describe('what goes wrong', () => {
  it.each([
    [{ kind: 'fail_before' }, 'transient', 503, null, null],
    [{ kind: 'expire' }, 'auth_expired', 422, null, '401'],
    [{ kind: 'refuse', status: 400 }, 'invalid', 422, null, '400'],
    [{ kind: 'refuse', status: 402 }, 'needs_human', 422, null, '402'],
    [{ kind: 'refuse', status: 403 }, 'permission', 422, null, '403'],
    [{ kind: 'refuse', status: 404 }, 'not_found', 422, null, '404'],
    [{ kind: 'refuse', status: 422 }, 'invalid', 422, null, '422'],
    [{ kind: 'refuse', status: 423 }, 'needs_human', 422, null, '423'],
    [{ kind: 'refuse', status: 429 }, 'rate_limited', 503, 10_000, null],
    [{ kind: 'refuse', status: 500 }, 'transient', 503, null, null],
    [{ kind: 'refuse', status: 200, code: 'ACCESS_DENIED' }, 'permission', 422, null, 'ACCESS_DENIED'],
    [{ kind: 'refuse', status: 200, code: 'SHOP_INACTIVE' }, 'needs_human', 422, null, 'SHOP_INACTIVE'],
    [
      { kind: 'refuse', status: 200, code: 'INTERNAL_SERVER_ERROR' },
      'transient',
      503,
      null,
      'INTERNAL_SERVER_ERROR',
    ],
    [{ kind: 'refuse', status: 200, code: 'THROTTLED' }, 'rate_limited', 503, 10_000, 'THROTTLED'],
    [
      { kind: 'refuse', status: 200, code: 'MAX_COST_EXCEEDED' },
      'unreadable',
      502,
      null,
      'MAX_COST_EXCEEDED',
    ],
    [{ kind: 'refuse', status: 200, code: 'shpat_0123 of ada@example.com' }, 'unreadable', 502, null, null],
    [{ kind: 'refuse', status: 200 }, 'unreadable', 502, null, null],
  ])('%j is %s', async (fault, kind, status, retryAfterMs, platformCode) => {
    const secret = `${session.token} of ada@example.com`;
    await world.fault(fault.kind, 'POST graphql shop', { ...fault, message: secret });
    const error = await shopErrorOf(shopify.facts(session));
    expect(error).toMatchObject({ kind, status, retryAfterMs, platformCode, mayHaveHappened: false });
    expectDiscreet(error, kind);
    expect(JSON.stringify([error.message, error.details])).not.toContain('ada@');
  });

  it('says how long to wait: as long as the budget takes to hold what the query costs', async () => {
    await world.sim('settings', { restoreRate: 10, bucket: 1000 });
    await world.fault('rate_limit', 'POST graphql shop');
    const used: number[] = [];
    const onUse = (percent: number) => void used.push(percent);
    // The simulator says 100 points, of which there are none.
    expect(await shopErrorOf(shopify.facts({ ...session, onUse }))).toMatchObject({
      ...{ kind: 'rate_limited', retryAfterMs: 10_000 },
    });
    expect(used).toEqual([100]);
    for (const [cost, wait] of [
      [
        {
          requestedQueryCost: 1e9,
          throttleStatus: { maximumAvailable: 1, currentlyAvailable: 0, restoreRate: 1 },
        },
        HOUR_MS,
      ],
      [
        {
          requestedQueryCost: 5,
          throttleStatus: { maximumAvailable: 9, currentlyAvailable: 9, restoreRate: 1 },
        },
        1000,
      ],
      [
        {
          requestedQueryCost: 5,
          throttleStatus: { maximumAvailable: 9, currentlyAvailable: 0, restoreRate: 0 },
        },
        10_000,
      ],
      [null, 10_000],
    ] as const) {
      const body = JSON.stringify({ errors: [{ extensions: { code: 'THROTTLED' } }], extensions: { cost } });
      await world.fault('answer_after', 'POST graphql shop', { body });
      expect((await shopErrorOf(shopify.facts(session))).retryAfterMs).toBe(wait);
    }
    await world.sim('settings', { restoreRate: 1000, bucket: 20_000 });
  });

  it('at the sign-in is told apart from what is wrong with us', async () => {
    const grant = await world.install();
    const renew = (site = world.site()) => shopify.renew!(site, grant.refreshToken!, 0);
    const wrong = world.site();
    wrong.app = { ...wrong.app, secret: 'wrong' };
    expect(await shopErrorOf(renew(wrong))).toMatchObject({ kind: 'permission' });
    for (const [status, body, kind] of [
      [400, { error: 'invalid_request' }, 'auth_expired'],
      [400, { error: 'invalid_grant' }, 'auth_expired'],
      [401, { errors: 'Invalid' }, 'auth_expired'],
      [402, { error: 'odd' }, 'needs_human'],
      [429, { error: 'odd' }, 'rate_limited'],
      [500, { error: 'odd' }, 'transient'],
      [200, { access_token: 'x' }, 'unreadable'],
    ] as const) {
      await world.fault('answer_after', 'POST oauth/access_token', { status, body: JSON.stringify(body) });
      expect((await shopErrorOf(renew())).kind, JSON.stringify([status, body])).toBe(kind);
    }
  });
});

describe('an answer', () => {
  it('that is wrong in any place is refused in our words, or what it lacks was not needed', async () => {
    await world.sim('settings', { protected: 'visible', journeyAfter: 0 });
    const { number } = await world.sim('orders', {
      ...{
        lines: Array.from({ length: 9 }, () => ({ price: '9.00' })),
        taxesIncluded: true,
        taxes: [{ rate: 0.2 }],
      },
      ...{ discounts: [{ code: 'A', percent: 10 }], attributes: { __service: 'v1' }, pay: 'paid' },
      ...{
        landing: 'https://shop.example/',
        referrer: 'https://a.example/',
        customer: { email: 'a@example.com' },
      },
    });
    await world.sim(`orders/${number}/refund`, { lines: [{ line: 0 }, { line: 8 }] });
    const variants = Array.from({ length: 12 }, (_, n) => ({ title: `S${n}`, price: '9.00' }));
    const product = await world.sim('products', { title: 'Shoe', variants });
    await shopify.subscribe(session, HERE);
    const list = await shopify.beginList(session, 0);
    await world.sim('clock', { advance: 2000 });
    const reads: [string, () => Promise<unknown>][] = [
      ['facts', () => shopify.facts(session)],
      ['orders', () => shopify.orders(session, [number])],
      ['changed orders', () => shopify.changedOrders(session, { since: 0, next: null })],
      ['products', () => shopify.products(session, [product.number])],
      ['lists', () => shopify.beginList(session, 0)],
      ['state', () => shopify.listState(session, list)],
      ['subscriptions', () => shopify.subscribe(session, HERE)],
    ];
    for (const [name, read] of reads) {
      const { answers, result } = await recorded(read);
      expect(answers.length, name).toBe(name === 'orders' || name === 'products' ? 2 : 1);
      for (const [at, { text }] of answers.entries()) {
        for (const [what, broken] of BROKEN) {
          const error = await shopErrorOf(replayed(answers, { at, by: () => broken(text) }, read));
          expectDiscreet(error, `${name}: ${what}`);
          expect([error.kind, error.status, error.mayHaveHappened], `${name}: ${what}`).toEqual([
            ...['unreadable', 502, false],
          ]);
        }
        for (const { what, text: wrong } of damaged(text, 40)) {
          const came = await ended(replayed(answers, { at, by: () => new Response(wrong) }, read));
          if (came.error !== null) {
            // A subscription that seems to be missing is asked for, which the recording has no answer to.
            if (!/^not asked before/.test((came.error as Error).message))
              expectDiscreet(came.error, `${name}: ${what}`);
            continue;
          }
          if (name === 'products') {
            // A deleted product is one that is not there.
            const { length } = came.result as unknown[];
            if (length === 0) expect(what).toMatch(/^data\.(nodes\.0|product) (null|missing)$/);
            for (const one of came.result as Record<string, unknown>[]) {
              expect([one.id, one.currency, one.image, one.url], what).toEqual([
                ...[product.number, expect.any(String)],
                ...[expect.toSatisfy(isLinkOrNull), expect.toSatisfy(isLinkOrNull)],
              ]);
            }
          }
          // No figure is ever guessed: what comes is as right as without the damage, but for what a buyer gave.
          if (name !== 'orders') continue;
          const figures = (orders: unknown) =>
            (orders as Record<string, unknown>[]).map(({ id, value, returned, currency }) => [
              id,
              value,
              returned,
              currency,
            ]);
          const nothing = (came.result as unknown[]).length === 0;
          expect(nothing ? figures(result) : figures(came.result), what).toEqual(figures(result));
          if (nothing) expect(what).toMatch(/^data\.(nodes\.0|order) (null|missing)$/);
        }
      }
    }
  });

  it('to a sign-in is refused in our words, and shows no code and no token', async () => {
    const back = await world.consent(
      shopify.authorizeUrl(world.site(), { state: 'st', redirectUri: REDIRECT }),
    );
    const query = back.searchParams;
    const code = query.get('code')!;
    const now = Number(query.get('timestamp')) * 1000;
    const exchange = () => shopify.exchangeCode(world.site(), { code, redirectUri: REDIRECT, query, now });
    const signedIn = await recorded(exchange);
    const { token, refreshToken } = signedIn.result;
    const renew = () => shopify.renew!(world.site(), refreshToken!, now);
    const renewed = await recorded(renew);
    const revoke = () => shopify.revoke(world.site(), { token, refreshToken });
    const asked: [string, typeof signedIn.answers, () => Promise<unknown>][] = [
      ['a code', signedIn.answers, exchange],
      ['a renewal', renewed.answers, renew],
      ['an end', (await recorded(revoke)).answers, revoke],
    ];
    const secrets = [code, token, refreshToken!, renewed.result.token];
    for (const [name, answers, ask] of asked)
      for (const [at, { text }] of answers.entries()) {
        const wrong = damaged(text, 10).map((one) => [one.what, () => new Response(one.text)] as const);
        const broken = BROKEN.map(([what, by]) => [what, () => by(text)] as const);
        for (const [what, by] of [...broken, ...wrong]) {
          const came = await ended(replayed(answers, { at, by }, ask));
          if (came.error !== null) expectDiscreet(came.error, `${name}: ${what}`, secrets);
          const kept = (came.result as { token?: unknown } | null)?.token;
          expect([undefined, token, renewed.result.token], `${name}: ${what}`).toContain(kept);
        }
      }
  });

  it('to something that is changed is unreadable, and it may have happened all the same', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const subscribe = () => shopify.subscribe(at, HERE);
    const { answers } = await recorded(subscribe);
    for (const [what, broken] of BROKEN) {
      const error = await shopErrorOf(
        replayed(answers, { at: 1, by: () => broken(answers[1]!.text) }, subscribe),
      );
      expectDiscreet(error, what);
      expect([error.kind, error.mayHaveHappened], what).toEqual(['unreadable', true]);
    }
  });

  it('that never comes, breaks off or never ends is not waited for', async () => {
    vi.stubGlobal('fetch', async (_input: unknown, { signal }: RequestInit) => {
      return await new Promise<never>((_done, failed) => {
        signal!.addEventListener('abort', () => failed(signal!.reason as Error));
      });
    });
    const late = await shopErrorOf(shopify.facts({ ...session, timeoutMs: 50 }));
    expect([late.kind, late.mayHaveHappened]).toEqual(['transient', false]);
    vi.stubGlobal('fetch', async () => new Response(`{"data":{"shop":[${' '.repeat(9 * 1024 * 1024)}]}}`));
    expect((await shopErrorOf(shopify.facts(session))).kind).toBe('unreadable');
  });
});
