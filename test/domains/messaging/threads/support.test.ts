import { expect, it } from 'vitest';
import { objectOf } from '../../../../src/domains/messaging/thread-log/interface.ts';
import { SUPPORT_SIDE, type ThreadHead } from '../../../../src/domains/messaging/thread-log/record.ts';
import { resolveWaiting } from '../../../../src/domains/messaging/threads/resolve-waiting.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { as, read, said, sideOf, tellingOf, told } from '../../../harness/messaging/talks.ts';
import { acting, must, post } from '../../../harness/messaging/thread.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

it('goes from question to answer to resolved after 14 days, and a message opens it again', async () => {
  clock.hold();
  const brand = sideOf(await mintAccount());
  const body = { kind: 'support', message: { body: 'Help' } };
  const thread = (await call('POST', '/v1/threads', { ...as(brand), body })).body.data.id;
  const state = async () => (await read(brand, `/v1/threads/${thread}`)).support;
  await told(thread);
  expect(await state()).toEqual({ status: 'waiting_on_lucra', resolvedAt: null });
  const { head } = (await tellingOf(thread)) as { head: ThreadHead };
  must(await objectOf(testEnv, thread).change(head, acting(SUPPORT_SIDE), post('Done'), null));
  await told(thread);
  expect(await state()).toEqual({ status: 'waiting_on_customer', resolvedAt: null });
  expect(await read(brand, `/v1/threads/${thread}`)).toMatchObject({
    unreadCount: 1,
    lastMessage: { sender: { id: 'support', name: 'Service' } },
  });
  await resolveWaiting(systemCtx(clock.now() + 14 * DAY_MS - 1));
  expect((await state()).status).toBe('waiting_on_customer');
  const due = clock.now() + 14 * DAY_MS;
  await resolveWaiting(systemCtx(due + 5));
  const resolved = { status: 'resolved', resolvedAt: new Date(due).toISOString() };
  expect(await state()).toEqual(resolved);
  // What was told before changes nothing.
  await told(thread);
  expect(await state()).toEqual(resolved);
  await said(brand, thread, 'Not yet');
  await told(thread);
  expect(await state()).toEqual({ status: 'waiting_on_lucra', resolvedAt: null });
});
