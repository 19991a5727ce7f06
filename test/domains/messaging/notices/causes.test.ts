// Each cause gives the notices of its row in the table to whom the row names, and to nobody else, once.
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../../../src/events/catalogue.ts';
import {
  type Cause,
  INTERNAL_CAUSES,
  MAIL_KINDS,
  NOTICES,
  noticeOf,
} from '../../../../src/events/notices.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { noticed, noticesOf } from '../../../harness/people/notices.ts';
import { type MintedPerson, mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { put } from '../../../harness/put.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

const CAUSES: readonly Cause[] = [...EVENT_TYPE_NAMES, ...INTERNAL_CAUSES];

let events: Map<string, Cause>;
let told: { who: string; side: 'creator' | 'account'; person: MintedPerson; place: string; told: string[] }[];

beforeAll(async () => {
  const pair = await mintPair();
  const [brand, creator] = [pair.brand.id, pair.creator.as!];
  const stranger = await mintAccount();
  const partner = await mintAccount('partner');
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?').bind(partner.id, brand).run();
  const person = async (who: string, place: string, role?: 'owner' | 'admin' | 'member', at = place) => {
    const minted = await mintPerson(role ? { [at]: role } : {});
    return { who, side: role ? ('account' as const) : ('creator' as const), person: minted, place, told: [] };
  };
  told = [
    await person('owner', brand, 'owner'),
    await person('admin', brand, 'admin'),
    await person('member', brand, 'member'),
    await person('creator', creator),
    await person('agent', brand, 'owner', partner.id),
    await person('stranger', stranger.id, 'owner'),
  ];
  const taken = 'UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?';
  await testEnv.DB.prepare(taken).bind(told[3]!.person.id, creator).run();
  await testEnv.DB.prepare('UPDATE events SET unnoticed = NULL WHERE unnoticed IS NOT NULL').run();
  events = new Map(CAUSES.map((cause) => [newId('event', clock.now()), cause]));
  const data = JSON.stringify({ person: told[2]!.person.id });
  const all = () =>
    [...events].map(([id, type]) =>
      put('events', {
        ...{ id, type, account_id: brand, creator_id: creator, data, occurred_at: clock.now() },
        unnoticed: '',
      }),
    );
  await Promise.all(all());
  // Two runs at once, one that repeats all, and one that is late.
  await Promise.all([noticed(), noticed()]);
  const again = "UPDATE events SET unnoticed = '' WHERE id IN (SELECT value FROM json_each(?))";
  await testEnv.DB.prepare(again)
    .bind(JSON.stringify([...events.keys()]))
    .run();
  await noticed();
  await noticed(clock.now() + 20 * MINUTE_MS);
  for (const one of told) {
    const rows = testEnv.DB.prepare('SELECT event_id AS id FROM notices WHERE person_id = ?');
    const { results } = await rows.bind(one.person.id).all<{ id: string }>();
    one.told = results.map(({ id }) => id);
  }
});

describe.each(CAUSES)('%s', (cause) => {
  it('is told to whom its row names', () => {
    const id = [...events].find(([, type]) => type === cause)![0];
    const expected = told.flatMap(({ who, side }) => {
      if (who === 'agent' || who === 'stranger') return [];
      const row = noticeOf(cause, side === 'creator');
      if (row?.to === 'person') return who === 'member' ? [who] : [];
      return row && !(row.to === 'admins' && who === 'member') ? [who] : [];
    });
    expect(told.flatMap((one) => (one.told.includes(id) ? [one.who] : []))).toEqual(expected);
    for (const one of told) expect(one.told.filter((each) => each === id).length).toBeLessThan(2);
  });
});

it('has words that name only what is known, and leads below the workspace', async () => {
  const [owner, , member, creator] = told;
  for (const { person, place } of [owner!, creator!]) {
    const notices = await noticesOf(person, place);
    expect(notices.length).toBeGreaterThan(10);
    for (const { text } of notices) expect(text).toMatch(/^[^{}]{10,200}$/);
  }
  const shown = await noticesOf(member!.person, member!.place, false);
  for (const { id } of shown)
    expect(NOTICES[events.get(id)!]!.some(({ to }) => to === 'people' || to === 'person')).toBe(true);
});

it('is mailed once in one mail a kind, security without a way to switch it off', async () => {
  for (const { who, person, told: given } of told) {
    const kinds = new Set(
      given.flatMap((id) => {
        const { kind, mailed = false } = noticeOf(events.get(id)!, who === 'creator')!;
        return mailed ? [] : [kind];
      }),
    );
    const mails = await mailsTo(person.email);
    expect(mails, who).toHaveLength(kinds.size);
    expect(mails.filter(({ unsubscribe }) => unsubscribe === undefined)).toHaveLength(
      kinds.has('security') ? 1 : 0,
    );
  }
  expect(MAIL_KINDS).not.toContain('security');
});
