import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const PIXEL = { name: 'Shop', domains: ['https://shop.example.com'] };
const once = (key: string) => ({ 'Idempotency-Key': key });

function create(key: string, repeat: string, body: unknown = PIXEL, as?: string) {
  return call('POST', '/v1/pixels', { key, body, headers: once(repeat), ...(as ? { as } : {}) });
}

async function pixelsOf(key: string, as?: string): Promise<number> {
  const answer = await call('GET', '/v1/pixels?limit=100', { key, ...(as ? { as } : {}) });
  return answer.body.data.length;
}

describe('Idempotency-Key', () => {
  it('answers a repeat as the first time, marked, with one effect', async () => {
    const { key } = await mintAccount();
    const first = await create(key, 'a');
    const second = await create(key, 'a');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(second.headers.get('Request-Id')).not.toBe(first.headers.get('Request-Id'));
    expect(await pixelsOf(key)).toBe(1);
  });

  it('has no meaning across keys: another one, or none, has its own effect', async () => {
    const { key } = await mintAccount();
    await create(key, 'a');
    await create(key, 'b');
    await call('POST', '/v1/pixels', { key, body: PIXEL });
    await call('POST', '/v1/pixels', { key, body: PIXEL });
    expect(await pixelsOf(key)).toBe(4);
  });

  it('refuses the key with another body or another path by 409 idempotency_conflict', async () => {
    const { key } = await mintAccount('partner');
    await create(key, 'a');
    const tries = [
      await create(key, 'a', { ...PIXEL, name: 'Other' }),
      await call('POST', '/v1/brands', { key, body: { name: 'X' }, headers: once('a') }),
    ];
    for (const answer of tries) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_conflict']);
    }
    expect(await pixelsOf(key)).toBe(1);
  });

  it('takes a body for the same however its JSON was written, and another value for another', async () => {
    const { key } = await mintAccount();
    const first = await create(
      key,
      'a',
      '{"name":"Shop","domains":["https://a.example.com","https://b.example.com"]}',
    );
    expect(first.status).toBe(201);
    const again = await create(
      key,
      'a',
      ' {"domains": ["https://a.example.com", "https:\\/\\/b.example.com"],\n "name": "Sh\\u006fp"}',
    );
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const turned = '{"name":"Shop","domains":["https://b.example.com","https://a.example.com"]}';
    expect((await create(key, 'a', turned)).body.error.code).toBe('idempotency_conflict');
    expect(await pixelsOf(key)).toBe(1);
  });

  it.each(['"\\ud800"', '1e999'])(
    'compares a body with %s, which has no canonical form, as it was sent',
    async (odd) => {
      const { key } = await mintAccount();
      const body = `{"name":"Shop","domains":["https://shop.example.com"],"odd":${odd}}`;
      const first = await create(key, 'a', body);
      expect(first.status).toBe(201);
      expect((await create(key, 'a', body)).body).toEqual(first.body);
      expect((await create(key, 'a', ` ${body}`)).body.error.code).toBe('idempotency_conflict');
    },
  );

  it.each([2, 8])('gives %i requests at once one effect and the same answer', async (count) => {
    const { key } = await mintAccount();
    const answers = await Promise.all(Array.from({ length: count }, () => create(key, 'race')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(await pixelsOf(key)).toBe(1);
  });

  it('does so too where the second effect would break a unique index of its own', async () => {
    const { key } = await mintAccount('partner');
    const name = `Race ${crypto.randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('POST', '/v1/brands', { key, body: { name }, headers: once('race') }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  });

  it('belongs to the account acted as, not to the key', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const other = await mintAccount();
    const own = await create(partner.key, 'same');
    const clients = await create(partner.key, 'same', PIXEL, client.id);
    const others = await create(other.key, 'same');
    expect(new Set([own, clients, others].map((answer) => answer.body.data.id)).size).toBe(3);
    const again = await create(client.key, 'same');
    expect(again.body).toEqual(clients.body);
  });

  it('is forgotten for a refusal: the corrected request counts', async () => {
    const { key } = await mintAccount();
    expect((await create(key, 'a', { name: 'Shop' })).status).toBe(422);
    expect((await create(key, 'a')).status).toBe(201);
  });

  it('is kept for 24 hours and then free again', async () => {
    const brand = await mintAccount();
    const first = await create(brand.key, 'a');
    const age = (ms: number) =>
      testEnv.DB.prepare('UPDATE idempotency_keys SET created_at = ?2 WHERE account_id = ?1')
        .bind(brand.id, clock.now() - ms)
        .run();
    await age(DAY_MS - 60_000);
    expect((await create(brand.key, 'a')).body).toEqual(first.body);
    await age(DAY_MS + 60_000);
    const later = await create(brand.key, 'a', { ...PIXEL, name: 'Another' });
    expect(later.status).toBe(201);
    expect(later.headers.get('Idempotency-Replayed')).toBeNull();
    expect(later.body.data.id).not.toBe(first.body.data.id);
    expect((await create(brand.key, 'a', { ...PIXEL, name: 'Another' })).body).toEqual(later.body);
  });

  it.each(['a'.repeat(256), '', ' ', 'é', 'a\tb'])('refuses %j with 400', async (bad) => {
    const { key } = await mintAccount();
    const answer = await create(key, bad);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request']);
    expect(await pixelsOf(key)).toBe(0);
  });

  it('takes 255 characters', async () => {
    const { key } = await mintAccount();
    expect((await create(key, 'a'.repeat(255))).status).toBe(201);
  });

  it('stores no key secret and no signing secret', async () => {
    const { key } = await mintAccount();
    const answer = await call('PATCH', '/v1/keys/current', {
      key,
      body: { webhookUrl: 'https://hooks.example.com/in' },
      headers: once('secret'),
    });
    expect(answer.body.data.webhookSecret).toMatch(/^whsec_/);
    await create(key, 'a');
    const stored = await testEnv.DB.prepare(
      'SELECT group_concat(body) AS bodies FROM idempotency_keys',
    ).first<{
      bodies: string;
    }>();
    expect(stored!.bodies).not.toMatch(/whsec_|service_sk_/);
  });
});
