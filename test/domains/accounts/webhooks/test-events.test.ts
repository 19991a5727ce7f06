import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  deliverySchema,
  EVENT_TYPE_NAMES,
  type EventTypeName,
  sampleDelivery,
} from '../../../../src/events/catalogue.ts';
import * as clock from '../../../harness/clock.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import {
  consume,
  deliveryOf,
  heldQueues,
  isSignedWith,
  listener,
  receivers,
} from '../../../harness/webhooks.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(() => vi.unstubAllGlobals());

describe('POST /v1/keys/current/test-events', () => {
  it.each(EVENT_TYPE_NAMES)(
    '%s: a signed sample reaches the URL and its delivery is on record',
    async (type) => {
      const { env } = heldQueues();
      const brand = await listener();
      const got = receivers({ [brand.url]: () => new Response() });
      const answer = await call('POST', '/v1/keys/current/test-events', { key: brand.key, body: { type } });
      expect(answer.status).toBe(202);
      const { id } = answer.body.data;
      await consume(env, 'webhooks', [{ event: id, at: clock.now() }]);
      await vi.waitFor(async () => {
        const { body } = await call('GET', `/v1/events/${id}`, { key: brand.key });
        expect(body.data.delivery).toBe('delivered');
      }, PATIENCE);
      expect(got).toHaveLength(1);
      expect(await isSignedWith(got[0]!, brand.secret)).toBe(true);
      const sent = JSON.parse(got[0]!.body);
      expect(sent).toEqual({
        ...sampleDelivery(type),
        id,
        account: sampleDelivery(type).account && brand.id,
      });
      deliverySchema(type).parse(sent);
    },
  );

  it('goes out so many times a day for an account, whichever of its keys asks', async () => {
    const brand = await listener();
    const env = { ...testEnv, TEST_EVENTS_A_DAY: '2' } as typeof testEnv;
    receivers({ 'https://': () => new Response() });
    const send = () =>
      call('POST', '/v1/keys/current/test-events', { key: brand.key, body: { type: 'file.ready' }, env });
    const answers = [await send(), await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers[2]!.body.error.details).toEqual({ limit: 2, used: 2 });
  });

  it('goes to this key alone and needs a URL, a known type and a write key', async () => {
    const partner = await listener('partner');
    const client = await listener('brand', { managedBy: partner.id });
    const send = (key: string, body: unknown) => call('POST', '/v1/keys/current/test-events', { key, body });
    receivers({ 'https://': () => new Response() });
    const { body } = await send(client.key, { type: 'file.ready' });
    expect(await deliveryOf(body.data.id, partner.keyId)).toBeNull();
    await vi.waitFor(async () => {
      expect(await deliveryOf(body.data.id, client.keyId)).toMatchObject({ status: 'delivered' });
    }, PATIENCE);
    expect((await send(client.key, { type: 'file.unknown' as EventTypeName })).status).toBe(422);
    expect(await send(client.key, {})).toMatchObject({
      status: 202,
      body: { data: { type: 'conversion.recorded' } },
    });
    expect((await send(client.readKey, { type: 'file.ready' })).status).toBe(403);
    const silent = await mintAccount();
    expect(await send(silent.key, { type: 'file.ready' })).toMatchObject({
      status: 422,
      body: { error: { code: 'operation_rejected', details: { reason: 'no_webhook_url' } } },
    });
  });
});
