// Each list of the console while it is empty, with one row, and with two pages.
import { describe, expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { campaignWorld } from '../harness/ads/campaigns.ts';
import { emptyStatesIn } from '../harness/pages/empty-states.ts';
import { type ConsoleList, LISTS, type ListedRow, OTHER_PAGERS } from '../harness/pages/lists.ts';
import { MORE_LISTS } from '../harness/pages/more-lists.ts';
import { decoded } from '../harness/pages/page-forms.ts';
import { ask, type Browser, type PageAnswer, signedIn } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { portion } from '../harness/vitest/portion.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { mintPair } from '../harness/work/submissions.ts';
import { mintAccount, testEnv } from '../harness/world.ts';

const FOLDER = '/src/console/pages/';
const SOURCES = import.meta.glob(['/src/console/pages/**/*.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

const PLAYED = { ...LISTS, ...MORE_LISTS };

/** Where a page is in a workspace; a part of a page has no path. */
const pathOf = (file: string): string | undefined =>
  /(?:listPage<.+>|placePage)\(\{\s*path: '([^']+)'/.exec(SOURCES[FOLDER + file]!)?.[1];

const cases = portion(
  Object.entries(PLAYED).map(([file, list]) => ({ file, path: pathOf(file), list })),
  5,
);

/** The browser of an account's owner, or of a creator. */
async function readerOf(id: string): Promise<Browser> {
  if (!id.startsWith('crtr_')) return await signedIn(await personOf({ id }));
  const person = await personOf(await mintAccount());
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(person.callerId),
    testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
      id,
      person.callerId,
    ),
  ]);
  return await signedIn(person);
}

async function newReader({ reader = 'brand', empty }: ConsoleList): Promise<string> {
  const owner = await mintAccount(reader === 'brand' ? 'brand' : 'partner');
  const { id } = reader === 'creator' ? await mintCreator(owner.key) : owner;
  await empty?.(id);
  return id;
}

async function oneRow({
  reader = 'brand',
  mint,
}: ConsoleList): Promise<ListedRow & { id: string; env: Env }> {
  if (typeof mint !== 'function') {
    const world = await campaignWorld();
    return { ...(await mint.inWorld(world)), id: world.brand.id, env: world.meta.env };
  }
  const pair = await mintPair();
  const ids = { brand: pair.brand.id, partner: pair.partner, creator: pair.creator.as };
  return { ...(await mint(pair)), id: ids[reader], env: testEnv };
}

function rowsIn({ html }: PageAnswer, { table, row }: ConsoleList): string[] {
  if (row) return html.match(row) ?? [];
  const tables = html.match(/<table[\s\S]*?<\/table>/g) ?? [];
  return tables
    .filter((one) => table === undefined || one.includes(`aria-label="${table}"`))
    .flatMap((one) => /<tbody[\s\S]*<\/tbody>/.exec(one)![0].match(/<tr[\s\S]*?<\/tr>/g) ?? []);
}

/** The pager's links by their labels; null without a pager. */
function pagerIn({ html }: PageAnswer): Record<string, string> | null {
  const pager = /<nav class="pager"[\s\S]*?<\/nav>/.exec(html)?.[0];
  if (pager === undefined) return null;
  const links = pager.matchAll(/href="([^"]+)"[^>]*><span>([^<]+)/g);
  return Object.fromEntries([...links].map(([, href, label]) => [label!, decoded(href!)]));
}

it('knows each page that pages through records', () => {
  const found = Object.keys(SOURCES).filter((file) => /<Pager\b|listPage</.test(SOURCES[file]!));
  const known = [...Object.keys(PLAYED), ...Object.keys(OTHER_PAGERS)];
  expect(known.toSorted()).toEqual(found.map((file) => file.slice(FOLDER.length)).toSorted());
});

describe.each(cases)('$file', ({ path, list }) => {
  it('says that it is empty, without a row or a pager', async () => {
    const id = await newReader(list);
    const at = (await list.emptyAt?.(id)) ?? path;
    const page = await ask(await readerOf(id), `/app/${id}${at}`);
    const title = /<h1[^>]*>([^<]+)/.exec(page.html)?.[1] ?? '';
    const none = list.none ?? `No ${title.toLowerCase()} yet`;
    expect([page.status, rowsIn(page, list), pagerIn(page)]).toEqual([200, [], null]);
    expect(emptyStatesIn(page.html).map((state) => state.title)).toContain(none);
  });

  it('leads from its row to the record, and has each row once on two pages that lead to each other', async () => {
    const { id, env, key, more, at = path } = await oneRow(list);
    const browser = await readerOf(id);
    const open = (where: string) => ask(browser, where, { env });
    const rowsOf = (page: PageAnswer) => rowsIn(page, list);
    const single = await open(`/app/${id}${at}`);
    const [row, ...rest] = rowsOf(single);
    expect([single.status, rest, pagerIn(single), row]).toEqual([
      200,
      [],
      null,
      expect.stringContaining(key),
    ]);
    const name = /<(?:td[^>]* class="main|h2)[^>]*>[\s\S]*?<a href="([^"]+)"/.exec(row!)?.[1];
    if (list.leads !== false) expect((await open(decoded(name!))).status).toBe(200);

    const size = list.rows ?? 25;
    const keys = [key, ...(await more(size))];
    const first = await open(`/app/${id}${at}`);
    const next = pagerIn(first)!;
    expect(Object.keys(next)).toEqual(['Next page']);
    const second = await open(next['Next page']!);
    const back = pagerIn(second)!;
    expect(Object.keys(back)).toEqual(['Back to the first page']);
    expect([rowsOf(first).length, rowsOf(second).length]).toEqual([size, 1]);
    const rows = [...rowsOf(first), ...rowsOf(second)];
    const shown = keys.map((one) => rows.filter((each) => each.includes(one)).length);
    expect(shown).toEqual(keys.map(() => 1));
    const again = await open(back['Back to the first page']!);
    expect(rowsOf(again).map((each) => keys.findIndex((one) => each.includes(one)))).toEqual(
      rowsOf(first).map((each) => keys.findIndex((one) => each.includes(one))),
    );
  });
});
