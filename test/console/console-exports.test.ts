// Lists are exported from their pages, with the filters that they are shown with.
import { expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { follow } from '../harness/files.ts';
import { forgetPayouts, mintPaidOut, withdraw } from '../harness/money/payouts.ts';
import { ask, type Browser, browserOf, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { mintPair, mintSubmission, patch } from '../harness/work/submissions.ts';

const linkIn = (html: string): string =>
  /href="([^"]*\/files\/exports\/[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');

const linesOf = async (html: string) => (await (await follow(linkIn(html))).text()).trimEnd().split('\r\n');

/** Exports a list. @returns the path of the export's page. */
const exportOf = async (browser: Browser, list: string) =>
  (await send(browser, list, 'export')).headers.get('location')!;

it('holds what the filters leave, says what it is, and is its person’s alone', async () => {
  const pair = await mintPair();
  const [shown, other] = [await mintSubmission(pair), await mintSubmission(pair)];
  await patch(pair.brand, String(other.id), { status: 'rejected' });
  const member = await signedIn(await personOf(pair.brand, 'member'));
  const list = `/app/${pair.brand.id}/submissions?status=review&limit=50`;
  const path = await exportOf(member, list);
  expect(path).toMatch(new RegExp(`^/app/${pair.brand.id}/exports/exp_`));
  const page = await ask(member, path);
  expect(wordsOf(page)).toContain('Export of submissions');
  expect(wordsOf(page)).toContain('The file is ready, with 1 row');
  expect(wordsOf(page)).toContain('Status: Review');
  const dated = await ask(
    member,
    await exportOf(member, `${list}&from=2026-01-01&sort=createdAt&program=${pair.program}`),
  );
  expect(wordsOf(dated)).toMatch(/Program: prog_\w+ ?, Order: Oldest first, From: 1 Jan 2026, 00:00 UTC/);
  const lines = await linesOf(page.html);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(String(shown.id));
  const owner = await signedIn(await personOf(pair.brand));
  expect((await ask(owner, path)).status).toBe(404);
  // What the API refuses stands above the list.
  const seen = await ask(member, list);
  const refused = await sendShown(member, list.replace('status=review', 'status=gone'), seen, 'export');
  expect(refused.status).toBe(422);
});

it('of a creator’s money has the month of the statement, withdrawals and payouts', async () => {
  const earner = await mintPaidOut(50_000);
  expect((await withdraw(earner, { amount: 10_000 })).status).toBe(201);
  const browser = browserOf(await claimRecord(earner.holder));
  const exported = async (list: string) => {
    const path = await exportOf(browser, `/app/${earner.holder}/${list}`);
    return await linesOf((await ask(browser, path)).html);
  };
  const month = new Date(clock.now()).toISOString().slice(0, 7);
  expect((await exported('withdrawals'))[1]).toMatch(/^wdr_\w+,\w+,100,/);
  expect((await exported(`statement?month=${month}`)).length).toBeGreaterThan(2);
  forgetPayouts();
});
