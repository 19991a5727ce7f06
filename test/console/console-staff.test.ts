// The pages of the staff: who can open them, and what they cost.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { mintScene } from '../harness/money/payments.ts';
import { ask, browserOf, newBrowser, send, wordsOf } from '../harness/pages/pages.ts';
import { type MintedPerson, mintPerson } from '../harness/people/people.ts';
import { deploymentOf, machineOf } from '../harness/people/staff-people.ts';
import { testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;
const PAGES = ['', '/directory?q=a', '/corrections', '/ledgers', '/actions', '/people', '/second-factor'];

let ada: MintedPerson;
/** The environment of a deployment, where staff need a second factor. */
let env: Env;

beforeAll(async () => {
  ada = await mintPerson();
  env = deploymentOf(`ada:${ada.email}`);
});

describe("the staff's pages", () => {
  it('are missing to everybody whom the deployment does not list, signed in or not', async () => {
    const stranger = browserOf(await mintPerson());
    for (const path of [...PAGES, '/review-queue/payments/pay_1']) {
      for (const browser of [stranger, newBrowser()]) {
        const missing = await ask(browser, '/nothing/of/this', { env });
        const answer = await ask(browser, `/staff${path}`, { env });
        expect([answer.status, wordsOf(answer)], path).toEqual([404, wordsOf(missing)]);
      }
      const forced = await ask(stranger, `/staff${path}`, { env, fields: { _action: 'begin' } });
      expect(forced.status, path).toBe(404);
    }
    expect((await ask(browserOf(ada), '/staff', { env: testEnv })).status).toBe(404);
    expect((await ask(browserOf(ada), '/app', { env })).html).toContain('href="/staff"');
    expect((await ask(stranger, '/app', { env })).html).not.toContain('href="/staff"');
  });

  it('ask for a second factor before anything else is seen or done, but on a machine of one’s own', async () => {
    const lin = await mintPerson();
    const browser = browserOf(lin);
    const env = deploymentOf(`lin:${lin.email}`);
    const local = machineOf(`lin:${lin.email}`);
    for (const path of PAGES.filter((one) => one !== '/second-factor')) {
      const answer = await ask(browser, `/staff${path}`, { env });
      expect([answer.status, answer.headers.get('location')], path).toEqual([
        303,
        `/staff/second-factor?to=${encodeURIComponent(`/staff${path}`)}`,
      ]);
      expect((await ask(browser, `/staff${path}`, { env: local })).status, path).toBe(200);
    }
    const forced = await send(browser, '/staff/second-factor', 'propose', {}, { env });
    expect(forced.status).toBe(405);
  });

  it('say at its field that nobody with a second factor has an address, and keep the reason', async () => {
    const local = machineOf(`ada:${ada.email}`);
    const fields = { email: 'mistyped@people.example', reason: 'Phone lost, called back.' };
    const answer = await send(browserOf(ada), '/staff/people', 'remove', fields, { env: local });
    expect(answer.status).toBe(422);
    expect(wordsOf(answer)).toContain('Nobody with a second factor signs in with this address.');
    expect(answer.html).toContain(fields.reason);
  });

  it('wait for the database three times at most', async () => {
    const { row } = await mintScene({ approval: 'manual' });
    for (const path of [...PAGES, `/review-queue/payments/${row.id}`, `/ledgers?holder=${row.accountId}`]) {
      const counted = countTrips();
      const at = machineOf(`ada:${ada.email}`, counted.env);
      expect((await ask(browserOf(ada), `/staff${path}`, { env: at })).status, path).toBe(200);
      expect(counted.count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });
});
