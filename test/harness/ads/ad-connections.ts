// Connects an ad platform as people do: through our page and the platform's, and back in the same browser.

import { expect } from 'vitest';
import type { Env } from '../../../src/env.ts';
import { EVENT_TYPES } from '../../../src/events/catalogue.ts';
import { type Answer, call, type Minted, ORIGIN, testEnv } from '../world.ts';

export const RETURN = 'https://app.brand.example/done?tab=1';

/** A test's own world at a platform, with people who can consent there. */
export interface AdWorld {
  provider: string;
  /** Pass it to `call`, `runLanes` and verbs instead of testEnv. */
  env: Env;
  /** A person on the consent page: returns the URL that the browser is redirected to. */
  consent(url: string, form?: Record<string, string>): Promise<URL>;
}

/** A browser, which stores cookies. */
export class Browser {
  #cookie: string | null = null;
  readonly #world: Pick<AdWorld, 'env'>;
  constructor(world: Pick<AdWorld, 'env'>) {
    this.#world = world;
  }

  async go(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}): Promise<Answer> {
    const sent: Record<string, string> = { ...headers };
    if (method === 'POST') sent['Sec-Fetch-Site'] ??= 'same-origin';
    if (this.#cookie !== null) sent.Cookie = `other=1; ${this.#cookie}`;
    const answer = await call(method, url.replace(ORIGIN, ''), {
      env: this.#world.env,
      headers: sent,
    });
    const set = answer.headers.get('set-cookie');
    if (set) this.#cookie = set.split(';')[0]!;
    return answer;
  }
}

export async function begin(
  world: AdWorld,
  brand: { key: string; as?: string },
  body: object = {},
): Promise<string> {
  const { key, as } = brand;
  const answer = await call('POST', '/v1/connections', {
    env: world.env,
    key,
    body: { provider: world.provider, returnUrl: RETURN, ...body },
    ...(as ? { as } : {}),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.url;
}

/** From our page to the platform's consent page. */
export async function toConsent(browser: Browser, url: string): Promise<string> {
  const answer = await browser.go('POST', url);
  expect(answer.status, String(answer.body)).toBe(303);
  return answer.headers.get('location')!;
}

/** The whole flow of a person. Returns the connection's ID. */
export async function connectAds(
  world: AdWorld,
  brand: Pick<Minted, 'id' | 'key'> & { as?: string },
  form: Record<string, string> = {},
): Promise<string> {
  const browser = new Browser(world);
  const back = await world.consent(await toConsent(browser, await begin(world, brand)), form);
  const answer = await browser.go('GET', back.pathname + back.search);
  expect(answer.headers.get('location')).toBe(`${RETURN}&status=connected#`);
  const row = await testEnv.DB.prepare(
    'SELECT id FROM connections WHERE holder = ? ORDER BY updated_at DESC LIMIT 1',
  )
    .bind(brand.as ?? brand.id)
    .first<{ id: string }>();
  return row!.id;
}

/** Every event of an account, oldest first. */
export async function eventsOf(account: string): Promise<string[]> {
  const { results } = await testEnv.DB.prepare('SELECT type FROM events WHERE account_id = ? ORDER BY id')
    .bind(account)
    .all<{ type: string }>();
  return results.map(({ type }) => type).filter((type) => type in EVENT_TYPES);
}
