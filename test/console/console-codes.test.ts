// The pages of codes: what a flag says to each side, what each answer will do, and what else may become of a code.
import { expect, it } from 'vitest';
import { sweepEvents } from '../../src/domains/measurement/pixel-events/sweep-events.ts';
import { lookAtCodes } from '../../src/domains/work/creator-codes/look-at-codes.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { scene } from '../harness/money/earnings.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { shopOrder, tell } from '../harness/pixel/shop-orders.ts';
import { giveCode } from '../harness/work/codes.ts';
import { call, systemCtx, testEnv } from '../harness/world.ts';

it('say what waits for an answer, what each answer does, and what was answered', async () => {
  const at = await scene();
  const { brand, creator, program } = at.pair;
  const given = { accountId: brand.id, creatorId: creator.as, programId: program };
  const id = await giveCode({ ...given, kind: 'discount', code: 'NIA10' });
  const sell = async (number: number, now: number) => {
    const order = { id: String(number), name: `#${number}`, checkoutToken: `token-${number}` };
    const times = { createdAt: now, updatedAt: now, readAt: now, paidAt: now };
    const seen = { discountCodes: ['NIA10'], referrers: ['www.retailmenot.com'] };
    return await tell(
      { brand, pixel: at.till.pixel } as never,
      shopOrder({ ...order, ...times, ...seen }),
      now,
    );
  };
  const now = clock.now();
  for (let n = 0; n < 10; n++) await sell(7_000 + n, now);
  await lookAtCodes(systemCtx(now + 1));
  await sell(8_000, now + MINUTE_MS);
  const waiting = await sell(8_001, now + MINUTE_MS);

  const path = (place: string) => `/app/${place}/codes/${id}`;
  const shown = async (who: Browser, place = brand.id) => wordsOf(await ask(who, path(place)));
  const owner = await signedIn(await personOf(brand, 'owner'));
  const page = await shown(owner);
  expect(page).toMatch(/This code may have leaked Only 0% of the 10 orders .* 100% of the 10 orders/);
  expect(page).toMatch(
    /wait for an answer: 2 sales worth \$100\.00 so far\. Without an answer by .* UTC.* they count/,
  );
  expect(page).toMatch(/2 sales worth \$100\.00 count, and the program pays the creator for them\./);
  expect(page).toMatch(/2 sales worth \$100\.00 since .* earn the creator nothing/);
  expect(page).not.toContain('Pause code');
  const sale = `/app/${brand.id}/pixels/${at.till.pixel}/events/${waiting}`;
  expect(await wordsOf(await ask(owner, sale))).toContain('Waits for your answer Its code was flagged.');
  const member = await signedIn(await personOf(brand, 'member'));
  expect(await shown(member)).toMatch(/may have leaked(?!.*Keep code)/);
  // The creator sees that its sales wait, and not why.
  const actor = await personOf(brand);
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(actor.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
      creator.as,
      actor.callerId,
    ),
  ]);
  const own = await shown(await signedIn(actor), creator.as);
  expect(own).toMatch(/Sales with this code wait .* the brand’s answer: 2 sales worth \$100\.00 so far/);
  expect(own).not.toMatch(/coupon|Keep code|Stop code/);

  expect((await send(owner, path(brand.id), 'stop', { note: 'On a coupon site.' })).status).toBe(303);
  expect(await shown(owner)).toMatch(
    /Status Paused .*Activate code.* Last flag Flagged .* Answer Stopped: sales since the flag earn nothing .* Note On a coupon site\./,
  );
  const soon = now + 2 * MINUTE_MS;
  await sweepEvents(systemCtx(soon));
  await lookAtCodes(systemCtx(soon));
  const stopped = await wordsOf(await ask(owner, sale));
  expect(stopped).toContain('You stopped the code that credits it');
  expect(stopped).not.toContain('Waits for your answer');
  expect((await ask(await signedIn(actor), path(creator.as))).html).not.toContain('On a coupon site.');
  for (const [action, status] of [
    ['activate', 'active'],
    ['pause', 'paused'],
    ['archive', 'archived'],
  ] as const) {
    expect((await send(owner, path(brand.id), action)).status).toBe(303);
    expect((await call('GET', `/v1/creator-codes/${id}`, brand)).body.data.status).toBe(status);
  }
  // Codes are for creators that work with the account now.
  const isOffered = async () =>
    (await ask(owner, `/app/${brand.id}/codes/new`)).html.includes(`value="${creator.as}"`);
  expect(await isOffered()).toBe(true);
  const { version } = (await call('GET', `/v1/creators/${creator.as}`, brand)).body.data;
  const paused = { status: 'paused', version };
  expect((await call('PATCH', `/v1/creators/${creator.as}`, { ...brand, body: paused })).status).toBe(200);
  expect(await isOffered()).toBe(false);
});
