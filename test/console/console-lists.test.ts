// What lists share: filters by a person's name, the order, and acting on several records at once.
import { expect, it } from 'vitest';
import { groupsAt, loadRoutes } from '../../src/routes.ts';
import { mintRunning } from '../harness/ads/kept-plans.ts';
import * as clock from '../harness/clock.ts';
import { waitingFor } from '../harness/faults/trips.ts';
import { mintPayment } from '../harness/money/payments.ts';
import { formsIn } from '../harness/pages/page-forms.ts';
import { ask, type Browser, browserOf, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { patchProgram } from '../harness/work/programs.ts';
import { mintPair, mintSubmission, patch, read } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

async function scene(count: number) {
  const pair = await mintPair();
  const ids: string[] = [];
  for (let n = 1; n <= count; n++)
    // A tab is what separates the parts of a selected record in a form.
    ids.push((await mintSubmission(pair, { caption: `Video\t${n}` })).id as string);
  const admin = await signedIn(await personOf(pair.brand, 'admin'));
  const list = (query = '') => `/app/${pair.brand.id}/submissions${query && `?${query}`}`;
  const statuses = async (some = ids) =>
    await Promise.all(some.map(async (id) => (await read(pair.brand, id)).body.data.status as string));
  return { pair, ids, admin, list, statuses };
}

const asking = (ids: readonly string[], act: string) =>
  [...ids.map((id) => `chosen=${id}`), `act=${act}`].join('&');

/** Sends the question as it is shown, but for what is changed. */
async function answer(
  browser: Browser,
  path: string,
  html: string,
  changes: Record<string, string> = {},
  env = testEnv,
) {
  const form = formsIn(html).find(({ action }) => action === 'bulk')!;
  const shown = form.hidden.filter(([name]) => !(name in changes));
  return await ask(browser, path, {
    env,
    fields: [...shown, ...Object.entries(changes)],
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
  });
}

it('acts on the selected records, each by itself, and names those that were refused', async () => {
  const { pair, ids, admin, list, statuses } = await scene(3);
  const path = list(asking(ids, 'approve'));
  const question = await ask(admin, path);
  expect(wordsOf(question)).toContain('Approve 3 submissions?');
  // Somebody else decides meanwhile.
  await patch(pair.brand, ids[1]!, { status: 'rejected' });
  const done = await answer(admin, path, question.html);
  expect(await statuses()).toEqual(['approved', 'rejected', 'approved']);
  expect(wordsOf(done)).toMatch(
    /2 submissions approved\. 1 submission refused, and still selected: Video 2, .+: \S/,
  );
  const env = waitingFor(async (sql) => {
    if (/^update "submissions"/i.test(sql)) throw new Error('away');
  });
  const fourth = (await mintSubmission(pair)).id as string;
  const one = list(asking([fourth], 'approve'));
  const unknown = await answer(admin, one, (await ask(admin, one)).html, {}, env);
  expect(wordsOf(unknown)).toMatch(/1 submission refused.*It may have been done\. Look at the record/);
  expect(unknown.html).toContain(`value="${fourth}" checked`);
  expect(await statuses([fourth])).toEqual(['review']);
  const again = await answer(admin, path, question.html);
  expect(wordsOf(again)).toContain('0 submissions approved. 3 submissions refused');
  // What was done the first time says so, and leads to the record.
  expect(wordsOf(again).match(/It is approved already, and nothing was done twice\./g)).toHaveLength(2);
  expect(wordsOf(again)).toContain('It changed since you selected it.');
  expect(again.html).toMatch(new RegExp(`<a href="/app/${pair.brand.id}/submissions/${ids[0]}">Video`));
  expect(wordsOf(await ask(admin, path))).toContain('Nothing to do');
});

it('takes ten at a time, and keeps the note and what was refused until all are sent', async () => {
  const { pair, ids, admin, list, statuses } = await scene(12);
  const path = list(asking(ids, 'revise'));
  const question = await ask(admin, path);
  const without = await answer(admin, path, question.html, { note: '' });
  expect([without.status, new Set(await statuses())]).toEqual([422, new Set(['review'])]);
  const newest = ids.at(-1)!;
  await patch(pair.brand, newest, { status: 'approved' });
  const first = await answer(admin, path, question.html, { note: 'Show the sole.' });
  expect(wordsOf(first)).toContain('9 submissions sent back so far, 1 refused.');
  expect(await statuses(ids.slice(0, 2))).toEqual(['review', 'review']);
  const long = await answer(admin, path, first.html, { note: 'x'.repeat(2_001) });
  expect(wordsOf(long)).toMatch(/Video 2, .*: Must have at most 2000 characters\./);
  const last = await answer(admin, path, first.html);
  expect(wordsOf(last)).toContain(
    '11 submissions sent back. 1 submission refused, and still selected: Video 12',
  );
  const oldest = (await read(pair.brand, ids[0]!)).body.data;
  expect(oldest).toMatchObject({ status: 'revision', note: 'Show the sole.' });
});

it('keeps the selection in the address, and leaves out what an action does not fit', async () => {
  const { pair, ids, admin, list, statuses } = await scene(2);
  await patch(pair.brand, ids[0]!, { status: 'approved' });
  const question = await ask(admin, list(asking(ids, 'reject')));
  expect(wordsOf(question)).toMatch(/1 selected record cannot be rejected any more.*Reject 1 submission/);
  const back = /class="back-link" href="([^"]+)"/.exec(question.html)![1]!.replaceAll('&amp;', '&');
  const list2 = await ask(admin, back);
  expect(list2.html).toContain(`value="${ids[1]}" checked`);
  expect(wordsOf(await ask(admin, list('act=reject')))).toContain('Select at least one row');
  expect(list2.html).toContain('<option value="100">');
  const { hidden } = formsIn(question.html).find(({ action }) => action === 'bulk')!;
  const picked = hidden.find(([name]) => name === 'picked')!;
  const tooMany = await ask(admin, list(), {
    fields: [...hidden, ...Array.from({ length: 100 }, () => picked)],
    headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
  });
  expect([tooMany.status, wordsOf(tooMany)]).toEqual([400, expect.stringContaining('At most 100 records')]);
  expect(await statuses(ids)).toEqual(['approved', 'review']);
});

it('tells a member why not, and does nothing for one', async () => {
  const { pair, ids, admin, list, statuses } = await scene(1);
  const member = await signedIn(await personOf(pair.brand, 'member'));
  const page = await ask(member, list());
  expect(wordsOf(page)).toContain('Owners and admins review submissions.');
  expect(page.html).toMatch(/<button[^>]*value="approve"[^>]*disabled/);
  expect(page.html).not.toContain('name="chosen"');
  const path = list(asking(ids, 'approve'));
  expect(wordsOf(await ask(member, path))).not.toContain('Approve 1 submission?');
  const question = await ask(admin, path);
  // The member's own token, with the admin's question.
  const own = /name="_token" value="([^"]+)"/.exec(
    (await ask(member, `/app/${pair.brand.id}/you`)).html,
  )![1]!;
  const sent = await answer(member, path, question.html, { _token: own });
  expect([sent.status, await statuses()]).toEqual([403, ['review']]);
});

it('shows what approving payments costs, by currency, and the card', async () => {
  const { pair, admin } = await scene(0);
  const ids: string[] = [];
  for (const currency of ['usd', 'usd', 'jpy'])
    ids.push((await mintPayment(pair, { approval: 'manual', currency })).id);
  const path = `/app/${pair.brand.id}/payments?${asking(ids, 'approve')}`;
  const question = await ask(admin, path);
  expect(wordsOf(question)).toMatch(
    /Approve 3 payments\?.*JPY 1 ¥10,000 ¥500 ¥10,500 USD 2 \$200\.00 \$10\.00 \$210\.00.*card on file/,
  );
  expect((await answer(admin, path, question.html)).status).toBe(303);
  const after = await call('GET', '/v1/payments?status=processing', { key: pair.brand.key });
  expect(after.body.data).toHaveLength(3);
});

it('lists the oldest first if asked, page after page, with a cursor of its own', async () => {
  const { pair, ids, admin, list } = await scene(3);
  const listed = async (query: string) => {
    const { status, body } = await call('GET', `/v1/submissions?limit=2&${query}`, { key: pair.brand.key });
    return { status, ids: body.data?.map(({ id }: { id: string }) => id), next: body.nextCursor as string };
  };
  const first = await listed('sort=createdAt');
  expect(first.ids).toEqual(ids.slice(0, 2));
  expect((await listed(`sort=createdAt&cursor=${first.next}`)).ids).toEqual(ids.slice(2));
  expect((await listed(`cursor=${first.next}`)).status).toBe(400);
  expect((await listed('sort=-createdAt')).ids).toEqual(ids.toReversed().slice(0, 2));
  const page = await ask(admin, list('sort=createdAt'));
  expect(wordsOf(page)).toMatch(/Video 1.*Video 2.*Video 3/);
});

it('can be narrowed by all that the API narrows it by, people by name and times by day', async () => {
  const { pair, admin } = await scene(1);
  const lists = {
    ...{ programs: [], submissions: [], creators: [], applications: [], agreements: [], retainers: [] },
    ...{ payments: [], charges: [], campaigns: [], products: [], samples: [], posts: [] },
    ...{ 'creator-codes': 'codes', 'ad-authorizations': [] },
  };
  // What leads there by a link, and what a workspace says by itself.
  const elsewhere = ['agreement', 'charge', 'submission', 'application', 'account', 'scope'];
  const paging = ['limit', 'cursor', 'sort', 'client'];
  for (const [name, page] of Object.entries(lists)) {
    const { html } = await ask(admin, `/app/${pair.brand.id}/${page.length > 0 ? page : name}`);
    const form = /<form method="get"[^>]*class="filters"[\s\S]*?<\/form>/.exec(html)![0];
    const shown = [...form.matchAll(/ name="([^"]+)"/g)].map(([, field]) => field!);
    const route = (await loadRoutes(groupsAt(`/v1/${name}`))).find(
      ({ method, path }) => method === 'GET' && path === `/v1/${name}`,
    ) as unknown as { query: { shape: object } };
    const wanted = Object.keys(route.query.shape)
      .filter((field) => ![...elsewhere, ...paging].includes(field))
      .map((field) => ({ creator: 'named', createdAfter: 'from', createdBefore: 'to' })[field] ?? field);
    expect(shown, name).toEqual(expect.arrayContaining(wanted));
  }
  const found = async (query: string) =>
    wordsOf(await ask(admin, `/app/${pair.brand.id}/submissions?${query}`));
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  expect(await found(`from=${today}&to=${today}`)).toContain('Video 1');
  expect(await found('to=2020-01-01')).toContain('No submissions match');
  expect(await found('from=9000-01-01')).toContain('No submissions match');
  expect(await found('from=yesterday')).toContain('Video 1');
});

it('finds pages, records by the beginning of their names, and records by ID, for those who may read them', async () => {
  const { pair, ids, admin } = await scene(1);
  const found = async (q: string, browser = admin) =>
    wordsOf(await ask(browser, `/app/${pair.brand.id}/find?part=1&q=${encodeURIComponent(q)}`)).trim();
  expect(await found('paym')).toBe('Payments Page');
  const { name } = (await call('GET', `/v1/programs/${pair.program}`, { key: pair.brand.key })).body.data;
  expect(await found(name.slice(0, 4).toUpperCase())).toContain(`${name} Program`);
  expect(await found(ids[0]!)).toBe(`${ids[0]} Submission`);
  const foreign = await mintPair();
  expect(await found((await mintSubmission(foreign)).id)).toMatch(/^Nothing found/);
  const idIn = async (list: string, key: string) =>
    (await call('GET', `/v1/${list}?limit=1`, { key })).body.data[0].id as string;
  for (const [list, kind] of [
    ['applications', 'Application'],
    ['relationships', 'Relationship'],
  ] as const) {
    const own = await idIn(list, pair.brand.key);
    expect(await found(own)).toBe(`${own} ${kind}`);
    expect(await found(await idIn(list, foreign.brand.key))).toMatch(/^Nothing found/);
  }
  const keyOf = async (account: string) =>
    (await testEnv.DB.prepare('SELECT id FROM api_keys WHERE account_id = ?')
      .bind(account)
      .first<string>('id'))!;
  const own = await keyOf(pair.brand.id);
  expect(await found(own)).toBe(`${own} API key`);
  expect(await found(await keyOf(foreign.brand.id))).toMatch(/^Nothing found/);
  const adOf = async (account: string) => {
    const of = testEnv.DB.prepare('SELECT id FROM ads WHERE campaign_id = ?');
    return (await of.bind(await mintRunning({ id: account })).first<string>('id'))!;
  };
  const ad = await adOf(pair.brand.id);
  expect(await found(ad)).toBe(`${ad} Ad`);
  expect(await found(await adOf(foreign.brand.id))).toMatch(/^Nothing found/);
  // Each result opens, also for creators, and for an agency with its client's ID.
  const creator = browserOf(await claimRecord(pair.creator.as));
  const application = await idIn('applications', pair.brand.key);
  const relationship = await idIn('relationships', pair.brand.key);
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
    .bind(pair.partner, pair.brand.id)
    .run();
  const agent = await signedIn(await personOf({ ...pair.brand, id: pair.partner }, 'owner'));
  for (const [browser, place, record] of [
    [admin, pair.brand.id, pair.brand.id],
    [admin, pair.brand.id, ad],
    [admin, pair.brand.id, application],
    [creator, pair.creator.as, pair.creator.as],
    [creator, pair.creator.as, pair.brand.id],
    [creator, pair.creator.as, application],
    [creator, pair.creator.as, relationship],
    [agent, pair.partner, pair.brand.id],
  ] as const) {
    const { html } = await ask(browser, `/app/${place}/find?part=1&q=${record}`);
    const [, href] = /href="([^"]+)"/.exec(html) ?? [];
    expect([record, href && (await ask(browser, href)).status]).toEqual([record, 200]);
  }
  const listed = async (q: string) =>
    (await call('GET', `/v1/programs?q=${q}`, { key: pair.brand.key })).body.data.map(
      (one: { id: string }) => one.id,
    );
  expect(await listed(name.slice(0, 4))).toEqual([pair.program]);
  expect(await listed('nothing')).toEqual([]);
  await patchProgram(pair.brand.key, pair.program, { status: 'archived' });
  expect(await listed(name.slice(0, 4))).toEqual([]);
});

it('leads to the same list in another workspace, or to its overview', async () => {
  const { pair, admin } = await scene(0);
  const person = await personOf(pair.brand, 'owner');
  const other = await mintAccount('partner', { name: 'Harbor Agency' });
  await testEnv.DB.prepare("INSERT INTO memberships VALUES (?, ?, 'owner', 0, 0)")
    .bind(other.id, person.callerId)
    .run();
  const browser = await signedIn(person);
  const page = await ask(browser, `/app/${pair.brand.id}/products/new`);
  const menu = /href="(\/app\?from=[^"]+)"/.exec(page.html)![1]!;
  const links = async (path: string) => (await ask(browser, path)).html.match(/href="\/app\/[^"]+"/g);
  expect(await links(menu)).toContain(`href="/app/${pair.brand.id}/products"`);
  expect(await links(menu)).toContain(`href="/app/${other.id}/"`);
  expect(await links(`${menu}&part=1&q=harbor`)).toEqual([`href="/app/${other.id}/"`]);
  await send(admin, `/app/${pair.brand.id}/you`, 'shortcuts', {});
  expect((await ask(admin, `/app/${pair.brand.id}/`)).html).toContain('data-keys="off"');
});

it('cuts a search that is longer than its input takes, and says so', async () => {
  const brand = await mintAccount();
  const owner = await signedIn(await personOf(brand));
  // The cut is no half of a character.
  const start = 'x'.repeat(199);
  const search = (path: string, name = 'q') =>
    ask(owner, `/app/${brand.id}/${path}?${name}=${encodeURIComponent(`${start}🎬 and more`)}`);
  const asked = [search('programs'), search('submissions', 'named'), search('messages'), search('find')];
  for (const page of await Promise.all(asked)) {
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain('The search is too long It is cut to its first 200 characters.');
    expect(page.html).toContain(`value="${start}"`);
  }
  const whole = await ask(owner, `/app/${brand.id}/programs?q=${start}y`);
  expect(wordsOf(whole)).not.toContain('too long');
});
