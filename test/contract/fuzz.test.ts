// A short run of `npm run fuzz`: every operation gives a documented answer to any request.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import worker from '../../src/index.ts';
import type { OpenApi } from '../../tools/fuzz/document.ts';
import { fuzz, type Send } from '../../tools/fuzz/fuzz.ts';
import { Tenant } from '../../tools/fuzz/tenants.ts';
import { STORM } from '../harness/vitest/portion.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { mintAccount, ORIGIN, testEnv } from '../harness/world.ts';
import { RECORDS } from './support/samples.ts';

const REQUESTS = STORM ? 2_000 : 700;
const SEED = 20_261_122;

/** The platform's rate limiters let everything pass, because they count for single callers. */
const env = {
  ...testEnv,
  READS: { limit: async () => ({ success: true }) },
  WRITES: { limit: async () => ({ success: true }) },
} as unknown as typeof testEnv;

async function mintTenant(): Promise<Tenant> {
  const owner = await mintAccount('partner');
  const client = await mintAccount('brand', { managedBy: owner.id });
  const creator = await mintCreator(owner.key);
  const ids = [owner.id, owner.keyId, client.id, client.keyId, creator.id];
  for (const make of Object.values(RECORDS)) ids.push(await make(owner));
  const callers = [
    { key: owner.key },
    { key: owner.key },
    { key: client.key },
    { key: owner.key, as: client.id },
    { key: owner.key, as: creator.id },
    { key: owner.readKey },
  ];
  return new Tenant(callers, ids);
}

const send: Send = async ({ method, path, headers, body }) => {
  const execution = createExecutionContext();
  const request = new Request(ORIGIN + path, { method, headers, body: body as BodyInit | null });
  const response = await worker.fetch(request as never, env, execution);
  const text = await response.text();
  await waitOnExecutionContext(execution);
  return { status: response.status, headers: response.headers, text };
};

// No webhook is actually called.
beforeAll(() => {
  vi.stubGlobal('fetch', async () => new Response());
});

afterAll(() => {
  vi.unstubAllGlobals();
});

it(`${REQUESTS} requests of every kind are answered as documented, and by nobody else's records`, async () => {
  const { findings, tally } = await fuzz({
    openapi: openapi as unknown as OpenApi,
    tenants: [await mintTenant(), await mintTenant()],
    send,
    requests: REQUESTS,
    seed: SEED,
    atOnce: 6,
  });
  const never = [...tally].filter(([, { well }]) => well === 0).map(([id]) => id);
  console.log(`never answered with 2xx: ${never.join(' ')}`);
  expect(
    findings.map((one) => `${one.number} ${one.what}\n${JSON.stringify(one.request)}\n${one.text}`),
  ).toEqual([]);
}, 120_000);
