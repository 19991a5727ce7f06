// The rule about who may do what in a thread, case by case.
import { describe, expect, it } from 'vitest';
import {
  type Asker,
  openingOf,
  type Rights,
  rightsOf,
  type ThreadFacts,
} from '../../../../src/domains/messaging/thread-record/rights.ts';

const [BRAND, PARTNER, CREATOR, OTHER] = ['acct_brand', 'acct_partner', 'crtr_one', 'crtr_other'];
const DIRECT: ThreadFacts = {
  kind: 'direct',
  account: BRAND!,
  creator: CREATOR!,
  agreed: true,
  active: true,
  joined: false,
  blocked: false,
  barred: false,
};
const PROGRAM: ThreadFacts = { ...DIRECT, kind: 'program', creator: null, agreed: false };
const SUPPORT: ThreadFacts = { ...DIRECT, kind: 'support', creator: null, agreed: false };

/** Rights by their first letters: reads, sends, reacts (e), marks, blocks. */
function letters(rights: Rights): string {
  const { reads, sends, reacts, marks, blocks } = rights;
  return [reads && 'r', sends && 's', reacts && 'e', marks && 'm', blocks && 'b'].filter(Boolean).join('');
}

const may = (facts: ThreadFacts, side: string, writes = true) =>
  letters(rightsOf(facts, { side, writes } satisfies Asker));

describe('rights', () => {
  it.each([
    ['agreed', {}, 'rsemb'],
    // Declined, ended, asked and paused differ for work; of them only an agreed one, paused or not, is open.
    ['ended, declined or asked anew', { agreed: false }, 'rmb'],
    ['of an ended brand', { active: false }, 'rmb'],
    ['blocked by either', { blocked: true }, 'rmb'],
    ['barred by the staff', { barred: true }, 'rmb'],
    ['ended, blocked and barred', { agreed: false, blocked: true, barred: true }, 'rmb'],
  ] as const)(
    'in a direct thread that is %s are the same for either side, and nobody else has any',
    (_, more, expected) => {
      const facts = { ...DIRECT, ...more };
      expect([may(facts, BRAND!), may(facts, CREATOR!)]).toEqual([expected, expected]);
      expect([may(facts, BRAND!, false), may(facts, CREATOR!, false)]).toEqual(['r', 'r']);
      for (const side of [PARTNER!, OTHER!, 'acct_stranger', 'support']) {
        expect(may(facts, side)).toBe('');
        expect(may({ ...facts, joined: true }, side)).toBe('');
      }
    },
  );

  it('in a program thread are to write for its account, and to read and react for who is in the program', () => {
    expect(may(PROGRAM, BRAND!)).toBe('rsem');
    expect(may({ ...PROGRAM, joined: true }, CREATOR!)).toBe('rem');
    expect(may({ ...PROGRAM, joined: true }, CREATOR!, false)).toBe('r');
    expect(may({ ...PROGRAM, joined: true, barred: true }, CREATOR!)).toBe('rm');
    expect(may({ ...PROGRAM, joined: true, active: false }, CREATOR!)).toBe('rm');
    for (const side of [CREATOR!, PARTNER!, 'support']) expect(may(PROGRAM, side)).toBe('');
  });

  it('in a support thread are those of its customer and of the staff', () => {
    expect([may(SUPPORT, BRAND!), may(SUPPORT, 'support')]).toEqual(['rsem', 'rsem']);
    const creators = { ...SUPPORT, account: null, creator: CREATOR! };
    expect([may(creators, CREATOR!), may(creators, 'support')]).toEqual(['rsem', 'rsem']);
    expect(may({ ...creators, barred: true }, CREATOR!)).toBe('rsem');
    expect(may({ ...SUPPORT, active: false }, BRAND!)).toBe('rm');
    expect(may(SUPPORT, BRAND!, false)).toBe('r');
    for (const side of [CREATOR!, PARTNER!]) expect(may(SUPPORT, side)).toBe('');
  });
});

describe('opening a direct thread', () => {
  const agreed = { seen: true, agreed: true, active: true };

  it.each([
    ['account', 'creator', agreed, 'opens'],
    ['creator', 'account', agreed, 'opens'],
    ['account', 'creator', { ...agreed, active: false }, 'no_relationship'],
    ['account', 'creator', { ...agreed, agreed: false }, 'no_relationship'],
    ['account', 'creator', { seen: false, agreed: false, active: true }, 'not_seen'],
    ['creator', 'account', { seen: false, agreed: false, active: true }, 'not_seen'],
    ['account', 'account', { ...agreed, agreed: false }, 'no_relationship'],
    ['creator', 'creator', { ...agreed, agreed: false }, 'not_seen'],
  ] as const)('an %s with a %s (%o): %s', (side, other, facts, expected) => {
    expect(openingOf(side, other, facts)).toBe(expected);
  });
});
