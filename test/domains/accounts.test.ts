import { describe, expect, it } from 'vitest';
import { call, mintAccount } from '../harness/world.ts';

describe('GET /v1/account', () => {
  it("answers the key's own account", async () => {
    const brand = await mintAccount();
    const answer = await call('GET', '/v1/account', { key: brand.key });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: brand.id, type: 'brand', status: 'active', partner: null });
  });
});
