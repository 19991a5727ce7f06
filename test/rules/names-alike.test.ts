// Which names look alike, and which characters a name may contain.
import { describe, expect, it } from 'vitest';
import { holdsName, passesForName, skeleton } from '../../src/kit/look-alike.ts';
import { lineProblem } from '../../src/kit/one-line.ts';
import { read } from './support/sources.ts';

/**
 * Written by hand, independently of the table: letters of other scripts and styles that are read as these.
 */
const READ_AS: Record<string, string> = {
  S: 'Ѕ Տ Ꮪ ꓢ 𝐒 𝑆 𝕊 Ｓ Ⓢ 🅢 Ś Ş',
  s: 'ѕ ꜱ ƽ ｓ 𝒔 𝓼 ⓢ ṣ ŝ',
  E: 'Е Ε Ꭼ ꓰ ⴹ 𝐄 𝖤 Ｅ É Ė',
  e: 'е ҽ ℮ ｅ 𝖊 ⓔ é ẹ ë',
  R: 'Ꭱ ꓣ 𝐑 ℛ Ｒ Ř',
  r: 'г ᴦ ⲅ ꭇ 𝗿 ｒ ř',
  V: 'Ѵ Ⅴ ꓦ 𝐕 Ｖ Ṽ',
  v: 'ѵ ν ⅴ ᴠ ѷ 𝓿 ｖ ṿ',
  I: 'І Ι Ⅰ Ӏ ꓲ 𝐈 Ｉ l 1 | Í',
  i: 'і ι ⅰ ı ɩ 𝑖 ｉ l 1 | í ï ị',
  C: 'С Ϲ Ⅽ ꓚ Ꮯ 𝐂 Ｃ Ç',
  c: 'с ϲ ⅽ ᴄ 𝗰 ｃ ç ć',
};
const NAMES = ['Service', 'SERVICE', 'service'];
const swapped = NAMES.flatMap((name) =>
  [...name].flatMap((letter, at) =>
    (READ_AS[letter] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((other) => [...name].with(at, other).join('')),
  ),
);

describe('names that look alike', () => {
  it('are found by one letter from elsewhere, in some hundred pairs', () => {
    expect(swapped.length).toBeGreaterThan(150);
    expect(swapped.filter((name) => !passesForName(name, 'Service'))).toEqual([]);
    expect(swapped.filter((name) => !holdsName(`My ${name} app`, 'Service'))).toEqual([]);
  });

  it.each([
    'ЅЕRVІСЕ',
    'ѕеrνісе',
    'S e r v i c e',
    'Ser-vice.',
    '🅢🅔🅡🅥🅘🅒🅔',
    '𝓢𝓮𝓻𝓿𝓲𝓬𝓮',
    'Se\u200brvi\u00adce',
    'S\u0301e\u0323rvice',
    'Service Support',
    'ServiceSupport',
    'official service team',
    'Servicе – Раyments',
    'SERVICE PAYOUTS',
    'Security (Service)',
    'Service | Billing',
    'Service™',
    'Service℠ Support',
    'Service Ⓡ',
    'ServiceⓇ Billing',
    'Service🅪',
  ])('such as %s', (name) => expect(passesForName(name, 'Service')).toBe(true));

  it.each([
    'Room Service',
    'Services',
    'Serve Ice',
    'Service Rm',
    'Vice',
    'Support Team',
    'Сервис',
    'Ada',
    '株式会社',
    '🙂',
  ])('and %s is a name of its own', (name) => expect(passesForName(name, 'Service')).toBe(false));

  it.each([
    ['Harbor & Co', 'Harbour & Co'],
    ['Miller', 'Muller'],
    ['Anna', 'Ana'],
    ['Дом', 'Dom'],
    ['Ωmega', 'Amega'],
    ['Fern 2', 'Fern Z'],
  ])('%s and %s are two', (one, other) => expect(skeleton(one)).not.toEqual(skeleton(other)));

  it('are compared with any name of the service, and with none where it has no letters', () => {
    expect(passesForName('Соmmоn Rооm Tеаm', 'Common Room')).toBe(true);
    expect(holdsName('Tools for Comrnon  Room', 'Common Room')).toBe(true);
    expect(passesForName('Anything', '…')).toBe(false);
    expect(holdsName('Anything', '…')).toBe(false);
  });
});

describe('a name', () => {
  it.each([
    'Nguyễn Văn Đức'.normalize('NFD'),
    'नमस्ते क्\u200dष',
    'ශ්\u200dරී ලංකා',
    'می\u200cخواهم',
    'שָׁלוֹם',
    'محمد بن علي',
    'กี้ ง่วงนอน',
    '김철수',
    '山田\u3000太郎',
    '辻\u{e0100}',
    'O’Neil-Østergård Jr.',
    '👨‍👩‍👧 Family',
    '👩🏽‍🚀',
    '🏳️‍🌈 Pride',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Tartan',
    '❤️ Shop 1️⃣',
    'ᠮᠣᠩᠭᠣᠯ᠋',
  ])('is what people write: %s', (name) => expect(lineProblem(name)).toBeNull());

  it.each([
    ['two\nlines', 'line'],
    ['with a\ttab', 'line'],
    ['a\r\nBcc: b', 'line'],
    ['a\u2028b', 'line'],
    ['a\u0085b', 'line'],
    ['zero\u200bwidth', 'invisible'],
    ['a\u202egnp.exe', 'invisible'],
    ['a\u2066b\u2069', 'invisible'],
    ['soft\u00adhyphen', 'invisible'],
    ['a\u034fb', 'invisible'],
    ['\u3164', 'invisible'],
    ['\u115f\u1160', 'invisible'],
    ['\uffa0x', 'invisible'],
    ['\u2800', 'invisible'],
    ['x\u{e0041}\u{e0042}', 'invisible'],
    ['\u{1f3f4}\u{e0061}\u{e007f}', 'invisible'],
    ['a\u200db', 'invisible'],
    ['한\u200d국', 'invisible'],
    ['a\ufe0fb', 'invisible'],
    ['❤\ufe0f\ufe0f', 'invisible'],
    ['\u00a0\u3000', 'seen'],
    ['\u0301a', 'begin'],
    [`a${'\u0301'.repeat(5)}`, 'At most 4'],
    [`a${'\u0336'.repeat(60)}`, 'At most 4'],
    ['\ue000', 'nobody can read'],
    ['\ud800', 'nobody can read'],
  ])('is none of what is not seen: %j', (name, why) => expect(lineProblem(name)).toContain(why));

  it('is one line in every body of the API', () => {
    const { components } = JSON.parse(read('openapi.json'));
    const NAMES_OF_THINGS = /^(?:name|title|company|businessName|displayName|city)$/;
    const loose: string[] = [];
    let seen = 0;
    const walk = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, value] of Object.entries((schema as { properties?: object }).properties ?? {})) {
        const { anyOf = [value] } = value as { anyOf?: Record<string, unknown>[] };
        if (!NAMES_OF_THINGS.test(key) || !anyOf.some(({ type }) => type === 'string')) continue;
        seen++;
        const text = anyOf.find(({ type }) => type === 'string') as { pattern?: string; enum?: unknown };
        if (text.enum === undefined && !text.pattern?.includes('\\u2028')) loose.push(`${at}.${key}`);
      }
      for (const [key, value] of Object.entries(schema)) walk(value, `${at}.${key}`);
    };
    for (const [name, schema] of Object.entries(components.schemas))
      if (/(?:Create|Update)$/.test(name)) walk(schema, name);
    expect(seen).toBeGreaterThan(12);
    expect(loose).toEqual([]);
  });
});
