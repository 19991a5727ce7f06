// A search of messages: beside 2,000 accounts whose messages have the same words, and alone. And what a row of it weighs.
import { build } from 'esbuild';
import {
  indexMessages,
  type SearchedMessage,
} from '../../src/domains/messaging/message-search/index-messages.ts';
import type { SearchEnv } from '../../src/domains/messaging/message-search/store.ts';
import { newId } from '../../src/kit/ids.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, type Instance, startBare } from './instances.ts';
import { cpuPerRequest, interleave } from './load.ts';
import { migrate } from './scene.ts';

const [ACCOUNTS, MESSAGES_EACH, AT_ONCE] = [2_000, 20, 40];
/** A message of twenty words: one in all of them, four of few, and others of a vocabulary. */
const textOf = (n: number) =>
  ['summer', ...Array.from({ length: 15 }, (_, k) => `word${(n * 7 + k * k) % 900}`)].join(' ') +
  ` order${n} take${n % 97} place${n % 31} thing${n % 13}`;

/** A search whose cost is that of the side's own messages. */
export async function messageSearch(_: Bundles): Promise<Row> {
  const built = await build({
    entryPoints: [new URL('baselines/search.ts', import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const options = { script: built.outputFiles[0]!.text, d1Databases: { SEARCH: 'bench' } };
  const start = () => startBare('one-select.js', options);
  return await withInstances([start, start], async (many, one) => {
    const [among, alone] = [await fill(many!, ACCOUNTS), await fill(one!, 1)];
    const asking = (sides: string[]) => (i: number) => ({
      method: 'GET',
      path: `/?side=${sides[i % sides.length]}&q=summ`,
      headers: {},
    });
    const { a, b, ratio } = await interleave(
      ROUNDS,
      () => cpuPerRequest(many!, 800, 8, 200, asking(among)),
      () => cpuPerRequest(one!, 800, 8, 200, asking(alone)),
    );
    return {
      what: 'Search of messages among 2,000 accounts with the same word (bare: with one)',
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.3 },
    };
  });
}

async function fill({ mf }: Instance, accounts: number): Promise<string[]> {
  const SEARCH = await mf.getD1Database('SEARCH', 'bare');
  await migrate(SEARCH, 'search');
  const env = { SEARCH } as unknown as SearchEnv;
  const sides = Array.from({ length: accounts }, () => newId('account', Date.now()));
  let waiting: SearchedMessage[] = [];
  let now = Date.now() - accounts * MESSAGES_EACH;
  for (let nth = 0; nth < MESSAGES_EACH; nth++)
    for (const side of sides) {
      const [thread, message] = [newId('thread', now), newId('message', ++now)];
      const text = textOf(waiting.length + nth * accounts);
      waiting.push({ thread, message, seq: 1, sides: [side, newId('creator', now)], text, deleted: false });
      if (waiting.length < AT_ONCE) continue;
      await indexMessages(env, waiting);
      waiting = [];
    }
  await indexMessages(env, waiting);
  return sides;
}
