import { describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { emitNow, heldQueues, keyRow, setUrl } from '../../../harness/webhooks.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const URL_A = 'https://a.example.com/hook';
const URL_B = 'https://b.example.com/hook';
const patch = (key: string, body: unknown, headers = {}) =>
  call('PATCH', '/v1/keys/current', { key, body, headers });

describe('GET /v1/keys/current', () => {
  it('answers the key of the request and never its secrets', async () => {
    const brand = await mintAccount();
    const before = await call('GET', '/v1/keys/current', { key: brand.key });
    expect(before.body.data).toEqual({
      key: brand.keyId,
      webhookUrl: null,
      webhookSecret: null,
      webhookGoneAt: null,
    });
    const secret = await setUrl(brand.key, URL_A);
    const after = await call('GET', '/v1/keys/current', { key: brand.key });
    expect(after.body.data).toMatchObject({ webhookUrl: URL_A, webhookSecret: null });
    expect(JSON.stringify(after.body)).not.toContain(secret);
    const other = await call('GET', '/v1/keys/current', { key: brand.readKey });
    expect(other.body.data.webhookUrl).toBeNull();
  });
});

describe('PATCH /v1/keys/current', () => {
  it('sets a URL and shows a new secret each time', async () => {
    const brand = await mintAccount();
    const secrets = new Set<string>();
    for (const url of [URL_A, URL_A, URL_B]) {
      const answer = await patch(brand.key, { webhookUrl: url });
      expect(answer.status).toBe(200);
      expect(answer.body.data.webhookUrl).toBe(url);
      expect(answer.body.data.webhookSecret).toMatch(/^whsec_[0-9A-Za-z]{43}$/);
      secrets.add(answer.body.data.webhookSecret);
    }
    expect(secrets.size).toBe(3);
  });

  it('keeps the secret before for 24 hours at the same URL, and drops it with the URL', async () => {
    const brand = await mintAccount();
    const first = await setUrl(brand.key, URL_A);
    expect((await keyRow(brand.keyId)).previous_secret).toBeNull();
    await setUrl(brand.key, URL_A);
    expect((await keyRow(brand.keyId)).previous_secret).toBe(first);
    await setUrl(brand.key, URL_B);
    expect((await keyRow(brand.keyId)).previous_secret).toBeNull();
    await setUrl(brand.key, URL_B);
    await setUrl(brand.key, null);
    expect(await keyRow(brand.keyId)).toMatchObject({ webhook_secret: null, previous_secret: null });
    await setUrl(brand.key, URL_B);
    expect((await keyRow(brand.keyId)).previous_secret).toBeNull();
  });

  it('with null stops events', async () => {
    const { env } = heldQueues();
    const brand = await mintAccount();
    await setUrl(brand.key, URL_A);
    await emitNow(env, { account: brand.id }, clock.now() + 1);
    const answer = await patch(brand.key, { webhookUrl: null });
    expect(answer.body.data).toEqual({
      key: brand.keyId,
      webhookUrl: null,
      webhookSecret: null,
      webhookGoneAt: null,
    });
    const { body } = await call('GET', '/v1/events', { key: brand.key });
    expect(body.data).toMatchObject([{ delivery: 'failed' }]);
  });

  it('refuses anything but a public https URL or null, and says where', async () => {
    const brand = await mintAccount();
    for (const webhookUrl of [
      'http://a.example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://localhost/',
      'http://localhost:9000/',
      'https://user:pass@a.example.com/',
      'https://a.example.com/#x',
      'https://a.example.com:444/',
      'nonsense',
      '',
      7,
      {},
      [],
      true,
      `https://a.example.com/${'x'.repeat(3000)}`,
    ]) {
      const answer = await patch(brand.key, { webhookUrl });
      expect(answer.status, String(webhookUrl)).toBe(422);
      expect(answer.body.error.code).toBe('validation_failed');
      expect(answer.body.error.details[0].path).toBe('/webhookUrl');
    }
    expect((await patch(brand.key, {})).status).toBe(422);
    expect((await patch(brand.key, '{')).status).toBe(400);
    expect((await patch(brand.key, [])).status).toBe(422);
  });

  it('is for write keys; a revoked key is refused at once', async () => {
    const brand = await mintAccount();
    expect((await patch(brand.readKey, { webhookUrl: URL_A })).status).toBe(403);
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE id = ?1').bind(brand.keyId).run();
    expect((await patch(brand.key, { webhookUrl: URL_A })).status).toBe(401);
    expect((await call('PATCH', '/v1/keys/current', { body: { webhookUrl: URL_A } })).status).toBe(401);
  });

  it('by many at once: whoever succeeds holds the secret in force, the others hear of it', async () => {
    const brand = await mintAccount();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => patch(brand.key, { webhookUrl: URL_A })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const shown = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.webhookSecret);
    expect(shown).toContain((await keyRow(brand.keyId)).webhook_secret);
  });
});
