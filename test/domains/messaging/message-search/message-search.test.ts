// Which messages a side finds, whatever it types, and whatever became of them.
import { describe, expect, it } from 'vitest';
import { eraseSearches } from '../../../../src/domains/messaging/message-search/erase-searches.ts';
import { indexMessages } from '../../../../src/domains/messaging/message-search/index-messages.ts';
import {
  beginRebuild,
  rebuildSearch,
} from '../../../../src/domains/messaging/message-search/rebuild-search.ts';
import { MOST_THREADS } from '../../../../src/domains/messaging/message-search/search-messages.ts';
import { searchThreads } from '../../../../src/domains/messaging/message-search/search-threads.ts';
import { newId } from '../../../../src/kit/ids.ts';
import fc from '../../../harness/fc.ts';
import { found, message, now, pair, write } from '../../../harness/messaging/searches.ts';
import { testEnv } from '../../../harness/world.ts';

describe('a search', () => {
  it('finds the beginnings of words, all of them, without accents and case, newest first', async () => {
    const of = pair();
    const [first, second, third] = await write(
      of,
      'Die Straße nach Łódź führt über ÅLESUND.',
      'strasse, lodz: “über” don’t',
      'Strandgut',
    );
    const [side] = of.sides;
    expect(await found(side, 'stra')).toEqual([third, second, first]);
    expect(await found(side, 'STRAS uber')).toEqual([second, first]);
    expect(await found(side, 'straße lódz')).toEqual([second, first]);
    expect(await found(side, "don't")).toEqual([second]);
    expect(await found(side, 'alesund')).toEqual([first]);
    expect(await found(side, 'rasse')).toEqual([]);
    expect(await found(of.sides[1], 'strand')).toEqual([third]);
  });

  it('finds parts of what is written without spaces', async () => {
    const of = pair();
    const [tokyo, korea, kana, china] = await write(
      of,
      '昨日は東京都庁で撮影しました。',
      '안녕하세요, 새로운 캠페인입니다',
      'ｶﾞﾗｽのバッグ 2024年モデル',
      '请把新产品的视频发给我',
    );
    const [side] = of.sides;
    const cases: [string, string[]][] = [
      ['東京都', [tokyo!]],
      ['京都庁', [tokyo!]],
      ['東京都庁で撮影', [tokyo!]],
      ['東京', [tokyo!]],
      ['東京撮影', []],
      ['하세요', [korea!]],
      ['캠페인', [korea!]],
      ['バッグ', [kana!]],
      ['ガラス', [kana!]],
      ['カラス', []],
      ['2024 モデル', [kana!]],
      ['新产品', [china!]],
      ['产品 视频', [china!]],
    ];
    for (const [words, wanted] of cases) expect([words, await found(side, words)]).toEqual([words, wanted]);
  });

  it('finds nothing of others, though they write the same or are named in the words', async () => {
    const [mine, theirs] = [pair(), pair()];
    const [own] = await write(mine, 'hello');
    await write(theirs, 'hello', `${mine.sides[0]} ${mine.thread}`);
    const [side] = mine.sides;
    expect(await found(side, 'hello')).toEqual([own]);
    for (const words of [theirs.sides[0], `${theirs.sides[0]}:hello`, `" OR "${theirs.sides[0]}:hello`])
      expect(await found(side, words)).toEqual([]);
    await expect(found(`${side}" OR "${theirs.sides[0]}`, 'hello')).rejects.toThrow('no side');
  });

  it('stays in one thread, and goes on behind a message', async () => {
    const one = pair();
    const other = { ...pair(), sides: one.sides };
    const [side] = one.sides;
    const ids = await write(one, ...Array.from({ length: 7 }, (_, n) => `take ${n}`));
    const [elsewhere] = await write(other, 'take two');
    expect(await found(side, 'take', { thread: one.thread })).toEqual(ids.toReversed());
    expect(await found(side, 'take', { thread: other.thread })).toEqual([elsewhere]);
    const seen: string[] = [];
    for (let before: string | null = null; ; before = seen.at(-1)!) {
      const page = await found(side, 'take', { limit: 3, before });
      seen.push(...page);
      if (page.length < 3) break;
    }
    expect(seen).toEqual([elsewhere, ...ids.toReversed()]);
    // Messages of the same millisecond are found once each, too.
    const at = now() + 1;
    const same = Array.from({ length: 9 }, () => ({
      ...message(one, 'burst'),
      message: newId('message', at),
    }));
    await indexMessages(testEnv, same.slice(0, 4));
    await indexMessages(testEnv, same.slice(4));
    const bursts: string[] = [];
    for (let n = 0; n < 5; n++)
      bursts.push(...(await found(side, 'burst', { limit: 2, before: bursts.at(-1) ?? null })));
    expect(bursts.toSorted()).toEqual(same.map((m) => m.message).toSorted());
  });

  it('names the threads in which it is, with their newest', async () => {
    const one = pair();
    const other = { ...pair(), sides: one.sides };
    const [, last] = [await write(one, 'launch'), (await write(other, 'launch'))[0]];
    const [newest] = await write(one, 'launches');
    await write(one, 'nothing of it');
    expect(await searchThreads(testEnv, { side: one.sides[0], words: 'launch', limit: 10 })).toEqual([
      { thread: one.thread, message: newest },
      { thread: other.thread, message: last },
    ]);
  });

  it('reads the program threads that are named, and none else', async () => {
    const member = newId('creator', now());
    const programs = [newId('thread', now()), newId('thread', now())];
    const sent = programs.map((thread) =>
      message({ sides: [thread, thread], thread }, 'news of the program'),
    );
    const own = message(
      { sides: [member, newId('account', now())], thread: newId('thread', now()) },
      'news for you',
    );
    await indexMessages(testEnv, [...sent, own]);
    expect(await found(member, 'news')).toEqual([own.message]);
    expect(await found(member, 'news', { programThreads: programs.slice(0, 1) })).toEqual([
      own.message,
      sent[0]!.message,
    ]);
    expect(await found(member, 'news prog', { programThreads: programs })).toEqual(
      sent.map((one) => one.message).toReversed(),
    );
    const many = Array.from({ length: MOST_THREADS }, () => newId('thread', now()));
    expect(
      await found(member, 'news for you and all who read a long question', { programThreads: many }),
    ).toEqual([]);
    await expect(found(member, 'news', { programThreads: [...many, ...programs] })).rejects.toThrow(
      'too many',
    );
  });
});

/** The same in plain code, for texts of one alphabet. */
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replace(/'/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

function finds(text: string, words: string): boolean {
  const asked = wordsIn(words);
  return asked.length > 0 && asked.every((one) => wordsIn(text).some((word) => word.startsWith(one)));
}

const TEXTS = [
  'near body and or not',
  'NOT the body of it; x, y - z',
  '"quoted" (in brackets) a*b ^first {one two}: 10% _under_',
  'rowid words searched_words MATCH ?1',
];

it('takes whatever is typed as words', async () => {
  const of = pair();
  const [side] = of.sides;
  const ids = await write(of, ...TEXTS);
  const wanted = (words: string) => ids.filter((_, n) => finds(TEXTS[n]!, words)).toReversed();
  const syntax = [
    '"',
    '""',
    '*',
    'a*',
    'NEAR(',
    'NEAR(a b, 2)',
    'body:',
    'words:near',
    '-x',
    '+',
    '^near',
  ].concat(
    [
      'AND',
      'OR',
      'NOT',
      'near AND',
      'a OR b',
      'NOT near',
      '{',
      '}',
      '(',
      ')',
      ';--',
      "'",
      '\\',
      '%',
      '_',
      '?1',
    ],
    ['\0', '\uFEFF', '\u{1F389}', '\ud800', 'rank MATCH 1', ':', '=', 'near" OR "', `${'x'.repeat(5000)}`],
  );
  for (const words of syntax) expect([words, await found(side, words)]).toEqual([words, wanted(words)]);
  const part = fc.constantFrom(...syntax.slice(0, 30), ' ', ' near', ' body', ' x', ' the', ' no', ' quo');
  const typed = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(typed, async (words) => {
      expect(await found(side, words)).toEqual(wanted(words));
    }),
    { numRuns: 150 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (words) => {
      expect(Array.isArray(await found(side, words))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('stands by the latest change, in whatever order and how often they come', async () => {
  const of = pair();
  const [side] = of.sides;
  const first = message(of, 'first draft');
  const all = [
    first,
    { ...first, seq: 4, text: 'second thought' },
    { ...first, seq: 9, text: 'final words' },
  ];
  const gone = message(of, 'soon gone');
  const deleted = { ...gone, seq: 7, text: '', deleted: true };
  const states = async () => [
    await found(side, 'first'),
    await found(side, 'second'),
    await found(side, 'final'),
    await found(side, 'soon'),
  ];
  await indexMessages(testEnv, [all[1]!, deleted]);
  expect(await states()).toEqual([[], [first.message], [], []]);
  await indexMessages(testEnv, [all[2]!]);
  await indexMessages(testEnv, [all[0]!, gone]);
  await indexMessages(testEnv, [...all, gone, deleted].toReversed());
  await Promise.all([...all, gone].map((one) => indexMessages(testEnv, [one])));
  expect(await states()).toEqual([[], [], [first.message], []]);
  expect(await found(of.sides[1], 'final')).toEqual([first.message]);
  await indexMessages(testEnv, [{ ...first, seq: 10, text: '', deleted: true }]);
  expect(await states()).toEqual([[], [], [], []]);
});

it('takes the longest text, in any script, and finds its last word', async () => {
  const of = pair();
  const words = Array.from({ length: 1_400 }, (_, n) => `w${n}x`).join(' ');
  const signs = String.fromCodePoint(...Array.from({ length: 9_990 }, (_, n) => 0x4e00 + ((n * 7) % 20_000)));
  const [spaced, unspaced, long] = await write(of, `${words} last`, `${signs}最後の言葉`, 'a'.repeat(10_000));
  const [side] = of.sides;
  expect(await found(side, 'last w1399x w0x')).toEqual([spaced]);
  expect(await found(side, '最後の言葉')).toEqual([unspaced]);
  expect(await found(side, 'a'.repeat(300))).toEqual([long]);
});

describe('erasing a side', () => {
  it('takes out what it could find, goes on where it was killed, and lets nothing come back', async () => {
    const of = pair();
    const [gone, stays] = of.sides;
    const all = Array.from({ length: 1_100 }, (_, n) => message(of, `secret ${n}`));
    await indexMessages(testEnv, all);
    expect(await eraseSearches(testEnv, gone)).toBe(false);
    let calls = 1;
    for (; !(await eraseSearches(testEnv, gone)); ) calls++;
    expect(calls).toBe(2);
    expect(await found(gone, 'secret')).toEqual([]);
    expect(await found(stays, 'secret')).toHaveLength(100);
    await indexMessages(testEnv, [{ ...all[0]!, seq: 5, text: 'secret again' }, message(of, 'secret late')]);
    expect(await found(gone, 'secret')).toEqual([]);
    expect(await found(stays, 'secret again')).toEqual([all[0]!.message]);
    const left = await testEnv.SEARCH.prepare(
      'SELECT COUNT(*) AS rows FROM searched_messages WHERE side = ?1',
    )
      .bind(gone)
      .first('rows');
    expect(left).toBe(0);
  });

  it('leaves no word of it in the pages of the index, however little it had', async () => {
    const of = pair();
    await write(of, ...Array.from({ length: 20 }, (_, n) => `little ${n}`));
    const pages = async () =>
      await testEnv.SEARCH.prepare(
        'SELECT COUNT(*) AS pages FROM searched_words_data WHERE instr(block, CAST(?1 AS BLOB)) > 0',
      )
        .bind(of.sides[0])
        .first('pages');
    expect(await pages()).toBeGreaterThan(0);
    expect(await eraseSearches(testEnv, of.sides[0])).toBe(true);
    expect(await pages()).toBe(0);
    expect(await found(of.sides[1], 'little')).toHaveLength(20);
  });
});

describe('a rebuild', () => {
  it('makes all anew from the threads, wherever it is killed, while messages are written', async () => {
    const of = pair();
    const [side] = of.sides;
    const all = Array.from({ length: 25 }, (_, n) => message(of, `story ${n}`, { seq: 3 }));
    const forgotten = message(of, 'story of nobody', { seq: 8 });
    // What it has is ahead of the threads, which were restored.
    await indexMessages(testEnv, [forgotten, { ...all[0]!, seq: 90, text: 'from another time' }]);
    let asked = 0;
    const source = async (after: string | null) => {
      asked++;
      if (asked === 3) throw new Error('killed');
      const at = Number(after ?? 0);
      return { messages: all.slice(at, at + 5), next: at + 5 < all.length ? `${at + 5}` : null };
    };
    expect(await rebuildSearch(testEnv, source, 5)).toBe(true);
    expect(asked).toBe(0);
    await beginRebuild(testEnv);
    await expect(rebuildSearch(testEnv, source, 9)).rejects.toThrow('killed');
    const late = message(of, 'story of now');
    await indexMessages(testEnv, [late]);
    expect(await rebuildSearch(testEnv, source, 1)).toBe(false);
    expect(await rebuildSearch(testEnv, source, 20)).toBe(true);
    expect(asked).toBe(6);
    expect(await found(side, 'story')).toEqual([late, ...all.toReversed()].map((one) => one.message));
  });
});
