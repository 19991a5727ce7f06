import { expect, it } from 'vitest';
import { as, mintTalk, openDirect, patch, read, said, told } from '../../../harness/messaging/talks.ts';
import { call } from '../../../harness/world.ts';

it("finds words in the messages of the side that asks, as they are now, and in nobody else's", async () => {
  const { brand, partner, creator } = await mintTalk();
  const thread = (await openDirect(brand, creator)).body.data.id;
  const other = (await openDirect(partner, creator)).body.data.id;
  const first = await said(brand, thread, 'The Résumé is ready');
  const second = await said(creator, thread, 'Another resume, please');
  const elsewhere = await said(partner, other, 'No resume here');
  const gone = await said(creator, thread, 'resume of nothing');
  await patch(creator, `/v1/messages/${gone}`, { version: 1, deleted: true });
  await patch(creator, `/v1/messages/${second}`, { version: 1, body: 'Another one, please' });
  await told(thread);
  await told(other);
  const ids = async (by: typeof brand, query: string) =>
    (await read(by, `/v1/messages?${query}`)).map((one: { id: string }) => one.id);
  expect(await ids(brand, 'q=resu')).toEqual([first]);
  expect(await ids(creator, 'q=RESUME')).toEqual([elsewhere, first]);
  expect(await ids(creator, `q=resume&thread=${thread}`)).toEqual([first]);
  expect(await ids(partner, 'q=resume')).toEqual([elsewhere]);
  expect(await ids(brand, 'q=-another%20"one*')).toEqual([second]);
  for (const q of ['nothing', '%21%21', '%2A', '%22', 'NEAR%28resume'])
    expect(await ids(creator, `q=${q}`)).toEqual([]);
  const page = await call('GET', '/v1/messages?q=resume&limit=1', as(creator));
  const next = await call('GET', `/v1/messages?q=resume&limit=1&cursor=${page.body.nextCursor}`, as(creator));
  expect([page.body.data[0].id, next.body.data[0].id, next.body.nextCursor]).toEqual([
    elsewhere,
    first,
    null,
  ]);
  const threads = await read(creator, '/v1/threads?q=resume');
  expect(threads.map((one: { id: string }) => one.id)).toEqual([other, thread]);
  expect(await read(brand, '/v1/threads?q=here')).toEqual([]);
  expect((await call('GET', '/v1/messages', as(brand))).status).toBe(400);
  expect((await call('GET', `/v1/messages?q=resume&thread=${other}`, as(brand))).status).toBe(404);
});
