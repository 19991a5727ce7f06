import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROTATION_MS } from '../../../../src/domains/accounts/keys/webhook-settings.ts';
import { SECOND_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  consume,
  deliveryOf,
  emitNow,
  heldQueues,
  isSignedWith,
  keyRow,
  listener,
  receivers,
  setUrl,
} from '../../../harness/webhooks.ts';
import { call } from '../../../harness/world.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a delivery', () => {
  it('is a signed POST with the event, that ends as delivered with its attempt logged', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: () => new Response('thanks', { status: 201 }) });
    const event = await emitNow(env, { account: brand.id });
    expect(sent.map((s) => s.body.event)).toEqual([event]);
    const result = await consume(env, 'webhooks', [sent[0]!.body]);
    expect(result.explicitAcks).toHaveLength(1);
    expect(got).toHaveLength(1);
    const [request] = got;
    expect(Object.fromEntries(request!.headers)).toMatchObject({
      'content-type': 'application/json',
      'service-event': event,
      'user-agent': 'Service-Webhooks/1',
    });
    expect(request!.headers.get('service-signature')).toMatch(/^t=[0-9]{10},v1=[0-9a-f]{64}$/);
    expect(request!.redirect).toBe('manual');
    expect(await isSignedWith(request!, brand.secret)).toBe(true);
    expect(await isSignedWith(request!, `${brand.secret}x`)).toBe(false);
    const answer = await call('GET', `/v1/events/${event}`, { key: brand.readKey });
    expect(answer.status).toBe(404);
    const own = await call('GET', `/v1/events/${event}`, { key: brand.key });
    expect(JSON.parse(request!.body)).toEqual({
      id: event,
      type: 'file.ready',
      account: brand.id,
      data: own.body.data.data,
    });
    expect(own.body.data.delivery).toBe('delivered');
    expect(own.body.data.attempts).toMatchObject([
      { number: 1, url: brand.url, status: 201, error: null, body: 'thanks' },
    ]);
  });

  it('is sent once when two consumers get it at the same time, and again to nobody later', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: () => new Response() });
    await emitNow(env, { account: brand.id });
    const { body } = sent[0]!;
    await Promise.all([consume(env, 'webhooks', [body, body]), consume(env, 'webhooks', [body])]);
    await consume(env, 'webhooks', [body]);
    expect(got).toHaveLength(1);
  });

  it('carries both signatures for a day after a rotation, and not the old one after the URL changed', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ 'https://': () => new Response() });
    const deliver = async (at = clock.now()) => {
      await emitNow(env, { account: brand.id }, at);
      await consume(env, 'webhooks', [sent.at(-1)!.body]);
      return got.at(-1)!;
    };
    const second = await setUrl(brand.key, brand.url);
    expect(second).not.toBe(brand.secret);
    const during = await deliver();
    expect(await isSignedWith(during, brand.secret)).toBe(true);
    expect(await isSignedWith(during, second)).toBe(true);
    const after = await deliver(clock.now() + ROTATION_MS + SECOND_MS);
    expect(await isSignedWith(after, second)).toBe(true);
    expect(await isSignedWith(after, brand.secret)).toBe(false);
    const third = await setUrl(brand.key, 'https://elsewhere.example.com/');
    const moved = await deliver();
    expect(moved.url).toBe('https://elsewhere.example.com/');
    expect(await isSignedWith(moved, third)).toBe(true);
    expect(await isSignedWith(moved, second)).toBe(false);
    expect((await keyRow(brand.keyId)).previous_secret).toBeNull();
  });

  it('of an event from before goes to the URL and with the secret in force at that moment', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ 'https://': () => new Response() });
    await emitNow(env, { account: brand.id });
    const secret = await setUrl(brand.key, 'https://new.example.com/');
    await consume(env, 'webhooks', [sent[0]!.body]);
    expect(got.map((r) => r.url)).toEqual(['https://new.example.com/']);
    expect(await isSignedWith(got[0]!, secret)).toBe(true);
  });

  it('fails for good when the URL is taken away, and a later URL does not revive it', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ 'https://': () => new Response() });
    const event = await emitNow(env, { account: brand.id });
    await setUrl(brand.key, null);
    const during = await emitNow(env, { account: brand.id });
    await setUrl(brand.key, brand.url);
    await consume(
      env,
      'webhooks',
      sent.map((s) => s.body),
    );
    expect(got).toHaveLength(0);
    expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'failed', attempts: 0 });
    expect(await deliveryOf(during, brand.keyId)).toBeNull();
  });

  it('of a key that was revoked meanwhile fails without a request', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ 'https://': () => new Response() });
    const event = await emitNow(env, { account: brand.id });
    await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE id = ?1').bind(brand.keyId).run();
    await consume(env, 'webhooks', [sent[0]!.body]);
    expect(got).toHaveLength(0);
    expect(await deliveryOf(event, brand.keyId)).toMatchObject({ status: 'failed' });
  });
});

describe('a receiver', () => {
  const failing = async (respond: () => Response | Promise<Response>) => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    const got = receivers({ [brand.url]: respond });
    const event = await emitNow(env, { account: brand.id });
    const result = await consume(env, 'webhooks', [sent[0]!.body]);
    expect(result.explicitAcks).toHaveLength(1);
    const answer = await call('GET', `/v1/events/${event}`, { key: brand.key });
    return { env, sent, brand, got, event, record: answer.body.data };
  };

  it.each([301, 302, 307, 308])('that redirects (%i) has failed, and nobody follows', async (status) => {
    const { got, record, brand } = await failing(
      () => new Response(null, { status, headers: { Location: 'https://elsewhere.example.com/' } }),
    );
    expect(got).toHaveLength(1);
    expect(record.delivery).toBe('pending');
    expect(record.attempts).toMatchObject([{ status, error: expect.stringContaining('redirects') }]);
    expect((await keyRow(brand.keyId)).webhook_slow).toBe(1);
  });

  it('that says 410 has failed too, and is flagged until its owners set a URL', async () => {
    const { brand, record, sent, env } = await failing(() => new Response('gone', { status: 410 }));
    expect(record).toMatchObject({ delivery: 'pending', attempts: [{ status: 410, body: 'gone' }] });
    const flagged = await call('GET', '/v1/keys/current', { key: brand.key });
    expect(flagged.body.data).toMatchObject({ webhookUrl: brand.url, webhookGoneAt: expect.any(String) });
    // A later success does not clear it.
    receivers({ 'https://': () => new Response() });
    await emitNow(env, { account: brand.id });
    await consume(env, 'webhooks-slow', [sent.at(-1)!.body]);
    expect((await keyRow(brand.keyId)).webhook_gone_at).toBe(Date.parse(flagged.body.data.webhookGoneAt));
    await setUrl(brand.key, brand.url);
    expect((await keyRow(brand.keyId)).webhook_gone_at).toBeNull();
  });

  it('that cannot be reached has failed, with the reason in the log', async () => {
    const { record } = await failing(() => {
      throw new TypeError('Network connection lost.');
    });
    expect(record.attempts).toMatchObject([
      { status: null, body: null, error: 'No answer: Network connection lost.' },
    ]);
  });

  it('that answers without end is read to 64 KiB and no further', async () => {
    let read = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      type: 'bytes', // as in a real response
      pull(controller) {
        read += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(97));
      },
      cancel() {
        cancelled = true;
      },
    });
    const { record } = await failing(() => new Response(endless));
    expect(record.delivery).toBe('delivered');
    expect(record.attempts[0].body).toBe('a'.repeat(4_096));
    expect(read).toBeLessThan(200_000);
    expect(cancelled).toBe(true);
  });

  it.each([0, 1, 4_095, 4_096, 4_097, 65_536, 65_537])(
    'that answers %i bytes without saying so has them kept, up to 4 KiB',
    async (size) => {
      const { record } = await failing(() => {
        const { readable, writable } = new IdentityTransformStream();
        const writer = writable.getWriter();
        const sent = size > 0 ? writer.write(new Uint8Array(size).fill(97)) : Promise.resolve();
        sent.then(() => writer.close()).catch(() => {});
        return new Response(readable, { status: 500 });
      });
      expect(record.attempts[0].body).toBe('a'.repeat(Math.min(size, 4_096)));
    },
  );

  it('that answers much all day has the first words of each answer kept, once its quota is used up', async () => {
    const { env: held, sent } = heldQueues();
    const env = { ...held, ANSWER_BYTES_A_DAY: '5000' } as typeof held;
    const [brand, other] = [await listener(), await listener()];
    receivers({ 'https://': () => new Response('a'.repeat(3_000)) });
    const answers = async (account: typeof brand) => {
      const event = await emitNow(env, { account: account.id });
      await consume(env, 'webhooks', [sent.pop()!.body]);
      const { body } = await call('GET', `/v1/events/${event}`, { key: account.key });
      return body.data.attempts.map((attempt: { body: string }) => attempt.body.length);
    };
    expect([await answers(brand), await answers(brand), await answers(other)]).toEqual([
      [3_000],
      [201],
      [3_000],
    ]);
  });

  it('may answer anything: odd bytes are kept as far as a text can', async () => {
    const { record } = await failing(() => new Response(new Uint8Array([0, 0xff, 65, 0]), { status: 500 }));
    expect(record.attempts).toMatchObject([{ status: 500, body: '\ufffd\ufffdA\ufffd' }]);
  });

  it('that never finishes its answer has failed after 10 seconds; its message waits 2', async () => {
    const { env, sent } = heldQueues();
    const brand = await listener();
    receivers({
      [brand.url]: () =>
        new Response(new ReadableStream({ type: 'bytes', pull: () => new Promise(() => {}) })),
    });
    const event = await emitNow(env, { account: brand.id });
    const started = clock.now();
    await consume(env, 'webhooks', [sent[0]!.body]);
    expect(clock.now() - started).toBeGreaterThan(9_900);
    const { body } = await call('GET', `/v1/events/${event}`, { key: brand.key });
    expect(body.data.attempts).toMatchObject([
      { status: 200, error: 'No complete answer within 10 seconds.' },
    ]);
    expect(body.data.delivery).toBe('pending');
    // On a busy machine the timer is late.
    expect(body.data.attempts[0].latencyMs).toBeLessThan(15_000);
  });
});
