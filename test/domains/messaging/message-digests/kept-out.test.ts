// Whom a second factor keeps out of an account is not mailed about its messages.
import { expect, it } from 'vitest';
import { mailUnread } from '../../../../src/domains/messaging/message-digests/mail-unread.ts';
import { wakeReaders } from '../../../../src/domains/messaging/message-digests/wake-readers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { mintTalk, openDirect, said, told } from '../../../harness/messaging/talks.ts';
import { mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { put } from '../../../harness/put.ts';
import { systemCtx } from '../../../harness/world.ts';

it('is mailed once the person has a second factor', async () => {
  clock.hold(startOfDay(clock.now()) + DAY_MS + HOUR_MS);
  const start = clock.now();
  const talk = await mintTalk();
  const owner = await mintPerson({ [talk.brand.id]: 'owner' });
  const thread: string = (await openDirect(talk.brand, talk.creator)).body.data.id;
  const written = async (after: number) => {
    clock.hold(start + after * MINUTE_MS);
    await said(talk.creator, thread, 'Hello');
    await told(thread);
    clock.hold(start + (after + 16) * MINUTE_MS);
    await wakeReaders(systemCtx());
    await mailUnread(systemCtx());
    return (await mailsTo(owner.email)).length;
  };
  await put('factor_requirements', { account_id: talk.brand.id, person_id: owner.id, created_at: 1 });
  expect(await written(0)).toBe(0);
  await put('second_factors', {
    ...{ person_id: owner.id, secret: '', session_id: owner.session, confirmed_at: 1, last_step: 0 },
    ...{ created_at: 1, updated_at: 1 },
  });
  expect(await written(60)).toBe(1);
});
