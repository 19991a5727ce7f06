// An account's products in the business API.
import { describe, expect, it } from 'vitest';
import { call, mintAccount } from '../../../harness/world.ts';

describe('/commerce/products', () => {
  const titlesOf = (answer: { body: { data: { items: { title: string }[] } } }) =>
    answer.body.data.items.map(({ title }) => title);

  it('are the active ones of v1, by pages, and those with a title that holds the words', async () => {
    const [{ key }, other] = [await mintAccount(), await mintAccount()];
    const list = (query = '', by = key) => call('GET', `/commerce/products${query}`, { key: by });
    for (const title of ['Trail shoe', 'Road SHOE', '100% wool', 'Hat'])
      await call('POST', '/v1/products', { key, body: { title } });
    const gone = await call('POST', '/v1/products', { key, body: { title: 'Old shoe' } });
    await call('PATCH', `/v1/products/${gone.body.data.id}`, { key, body: { status: 'archived' } });
    const all = await list();
    expect(all.body.data.items).toEqual((await call('GET', '/v1/products', { key })).body.data);
    expect(titlesOf(all)).toEqual(['Hat', '100% wool', 'Road SHOE', 'Trail shoe']);
    expect(titlesOf(await list('?query=shoe%20'))).toEqual(['Road SHOE', 'Trail shoe']);
    expect(titlesOf(await list('?query=0%25'))).toEqual(['100% wool']);
    expect(titlesOf(await list('?query='))).toEqual(titlesOf(all));
    expect((await list('', other.key)).body.data).toEqual({ items: [], nextCursor: null });
    const first = await list('?query=shoe&limit=1');
    const { nextCursor } = first.body.data;
    expect(titlesOf(first)).toEqual(['Road SHOE']);
    const next = await list(`?query=shoe&limit=1&cursor=${nextCursor}`);
    expect([titlesOf(next), next.body.data.nextCursor]).toEqual([['Trail shoe'], null]);
    const plain = (await list('?limit=1')).body.data.nextCursor;
    for (const answer of [
      await list(`?limit=1&cursor=${nextCursor}`),
      await list(`?query=shoe&cursor=${nextCursor}`, other.key),
      await call('GET', `/v1/products?limit=1&cursor=${plain}`, { key }),
      await list('?limit=101'),
      await list('?limit=0'),
      await list('?cursor='),
      await list(`?query=${'a'.repeat(121)}`),
      await list('?createdAfter=2026-01-01T00:00:00Z'),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request']);
  });
});
