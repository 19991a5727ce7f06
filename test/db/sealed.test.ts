// Sealed text opens only with its key, and only for the record that it belongs to.
import { describe, expect, it } from 'vitest';
import {
  isUnsubscribeSignature,
  unsubscribeSignature,
} from '../../src/domains/messaging/message-digests/unsubscribe-signature.ts';
import { vars } from '../../src/env.ts';
import { openSealed, seal } from '../../src/kit/sealed.ts';
import { listOf, makeCursor, readCursor } from '../../src/resource/list-page.ts';
import { testEnv } from '../harness/world.ts';

const OLD = 'A'.repeat(43);
const NEW = `${'/+'.repeat(21)}8=`;
const ABOUT = ['acct_1', 'conn_1'];
const TEXT = 'a token, ünïcode and all';
const keys = (list?: string) => vars({ ...testEnv, SEALING_KEYS: list } as never).SEALING_KEYS;

describe('a sealed text', () => {
  it('opens to what it was, shows nothing of it, and is another one each time', async () => {
    const sealed = await seal(keys(`old:${OLD}`), TEXT, ABOUT);
    expect(sealed).toMatch(/^old\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain('token');
    expect(await openSealed(keys(`old:${OLD}`), sealed, ABOUT)).toBe(TEXT);
    expect(await seal(keys(`old:${OLD}`), TEXT, ABOUT)).not.toBe(sealed);
  });

  it('outlives the rotation of its key for as long as the old one is listed', async () => {
    const sealed = await seal(keys(`old:${OLD}`), TEXT, ABOUT);
    const both = keys(`new:${NEW},old:${OLD}`);
    expect(await openSealed(both, sealed, ABOUT)).toBe(TEXT);
    expect(await seal(both, TEXT, ABOUT)).toMatch(/^new\./);
    await expect(openSealed(keys(`new:${NEW}`), sealed, ABOUT)).rejects.toThrow(/key ID old/);
  });

  it('opens for nothing else, changed, moved or renamed', async () => {
    const both = keys(`a:${OLD},b:${OLD}`);
    const sealed = await seal(both, TEXT, ABOUT);
    for (const about of [['acct_1', 'conn_2'], ['acct_2', 'conn_1'], ['acct_1conn_1'], []])
      await expect(openSealed(both, sealed, about)).rejects.toThrow();
    const swapped = sealed.at(-3) === 'A' ? 'B' : 'A';
    for (const odd of [
      sealed.replace('a.', 'b.'),
      `${sealed.slice(0, -3)}${swapped}${sealed.slice(-2)}`,
      'x',
      '',
    ])
      await expect(openSealed(both, odd, ABOUT)).rejects.toThrow();
  });

  it('needs a key', async () => {
    await expect(seal(keys(), TEXT, ABOUT)).rejects.toThrow(/SEALING_KEYS/);
    expect(() => keys('short:abc')).toThrow();
  });
});

it('a link that switches mails off is good for its person, and for nobody where there is no key', () => {
  const linked = (by: string | undefined, to = 'user_1') => {
    const signature = unsubscribeSignature({ SEALING_KEYS: keys(by) }, 'user_1');
    return isUnsubscribeSignature({ SEALING_KEYS: keys(by) }, to, signature);
  };
  expect([linked(`old:${OLD}`), linked(`old:${OLD}`, 'user_2'), linked(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a cursor', () => {
  const list = (secrets: string, name = 'pixels acct_1') =>
    listOf({ vars: { SEALING_KEYS: keys(secrets) } }, name);

  it('is read by the deployment that signed it, for its list, and through the rotation of its key', () => {
    const cursor = makeCursor(list(`old:${OLD}`), 'pxl_1');
    expect(readCursor(list(`old:${OLD}`), cursor)).toBe('pxl_1');
    expect(readCursor(list(`new:${NEW},old:${OLD}`), cursor)).toBe('pxl_1');
    expect(makeCursor(list(`new:${NEW},old:${OLD}`), 'pxl_1')).toBe(makeCursor(list(`new:${NEW}`), 'pxl_1'));
    for (const other of [list(`new:${NEW}`), list(`old:${OLD}`, 'pixels acct_2')])
      expect(() => readCursor(other, cursor)).toThrow('does not belong');
  });

  it('is not made by whoever knows how it is made, but no key', () => {
    const unsigned = { name: 'pixels acct_1', keys: keys() };
    expect(() => readCursor(list(`new:${NEW}`), makeCursor(unsigned, 'pxl_1'))).toThrow('does not belong');
    expect(readCursor(unsigned, makeCursor(unsigned, 'pxl_1'))).toBe('pxl_1');
  });
});
