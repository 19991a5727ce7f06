// The pages of programs: an account writes, previews, publishes and duplicates one, and a creator reads it.
import { expect, it } from 'vitest';
import { formsIn } from '../harness/pages/page-forms.ts';
import { ask, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { enroll, mintAgreement, mintCreator } from '../harness/work/creators.ts';
import { mintProgram, patchProgram } from '../harness/work/programs.ts';
import { mintSubmission } from '../harness/work/submissions.ts';
import { call, mintAccount } from '../harness/world.ts';

const FIELDS = {
  name: 'Summer',
  'brief.summary': 'Shoes of cork.',
  'brief.film': 'The first steps\r\n\r\n The sole ',
  'brief.links': 'https://shop.example/shoe',
  platforms: 'tiktok',
  'pay.currency': 'usd',
  'pay.rules.0.type': 'per_video',
  'pay.rules.0.amount': '50.00',
  // The second row stayed empty.
  'pay.rules.2.type': 'per_thousand_views',
  'pay.rules.2.amount': '5',
  'pay.rules.2.maxAmount': '500.00',
  'pay.cap': '2,000.00',
  'limits.budget': '10000.00',
  startsAt: '2030-03-01T10:00',
};

async function scene() {
  const brand = await mintAccount();
  const admin = await signedIn(await personOf(brand, 'admin'));
  const to = (path = '') => `/app/${brand.id}/programs${path}`;
  const read = async (path: string) =>
    (await call('GET', path.replace(/.*\/programs/, '/v1/programs'), { key: brand.key })).body.data;
  /** Sends the form as it is shown, but for what is changed. */
  const edit = async (there: string, changes: Record<string, string>) => {
    const page = await ask(admin, `${there}/edit`);
    const form = formsIn(page.html).find(({ action }) => action === 'save')!;
    const shown = [
      ...form.hidden.filter(([name]) => !name.startsWith('_')),
      ...form.fields.flatMap(({ name, value }) => value.map((one): [string, string] => [name, one])),
    ];
    const saved = await sendShown(admin, `${there}/edit`, page, 'save', {
      ...Object.fromEntries(shown),
      ...changes,
    });
    expect(saved.status).toBe(303);
  };
  return { brand, admin, to, read, edit };
}

it('write a program, say in sentences what a creator earns, and publish it', async () => {
  const { admin, to, read } = await scene();
  const made = await send(admin, to('/new'), 'create', FIELDS);
  const there = made.headers.get('location')!;
  expect(await read(there)).toMatchObject({
    status: 'draft',
    brief: {
      summary: 'Shoes of cork.',
      film: ['The first steps', 'The sole'],
      links: ['https://shop.example/shoe'],
    },
    platforms: ['tiktok'],
    pay: {
      rules: [
        { number: 1, type: 'per_video', amount: 5_000 },
        { number: 2, type: 'per_thousand_views', amount: 500, minViews: null, maxAmount: 50_000 },
      ],
      cap: 200_000,
    },
    limits: { budget: 1_000_000 },
    startsAt: '2030-03-01T10:00:00.000Z',
  });
  const earns =
    'A creator earns $50.00 for each approved video and $5.00 per 1,000 views (at most $500.00 a video). At most $2,000.00 per creator in the program.';
  expect(wordsOf(await ask(admin, there))).toContain(earns);
  const preview = wordsOf(await ask(admin, `${there}?view=creator`));
  expect(preview).toContain(earns);
  expect(preview).toContain('Shoes of cork.');
  // What is the account's alone is in no preview.
  expect(preview).not.toMatch(/Budget|\$10,000/);
  await send(admin, there, 'publish', {});
  expect((await read(there)).status).toBe('live');
  await send(admin, there, 'pause', {});
  await send(admin, there, 'publish', {});
  await send(admin, there, 'archive', {});
  expect((await read(there)).status).toBe('archived');
  expect((await ask(admin, `${there}/edit`)).status).toBe(409);
});

it('keep a rule its number, give another kind of rule another, and change nothing that was not touched', async () => {
  const { brand, admin, to, read, edit } = await scene();
  const there = (await send(admin, to('/new'), 'create', FIELDS)).headers.get('location')!;
  const before = await read(there);
  const exact = { startsAt: '2030-03-01T10:00:07.000Z' };
  await call('PATCH', `/v1/programs/${before.id}`, { key: brand.key, body: exact });
  // What the form shows is what it takes.
  await edit(there, {});
  const same = await read(there);
  expect(same).toMatchObject({ pay: before.pay, brief: before.brief, limits: before.limits, ...exact });
  await edit(there, { 'pay.rules.0.amount': '60.00' });
  await edit(there, { 'pay.rules.1.type': 'view_milestone', 'pay.rules.1.views': '1000000' });
  expect((await read(there)).pay.rules).toEqual([
    { number: 1, type: 'per_video', amount: 6_000 },
    { number: 3, type: 'view_milestone', amount: 500, views: 1_000_000 },
  ]);
});

it('say in its row what is wrong with a rule, and show another row to whoever asks for one', async () => {
  const { admin, to } = await scene();
  const wrong = await send(admin, to('/new'), 'create', {
    ...FIELDS,
    'pay.rules.2.amount': '',
    'pay.rules.3.type': 'revenue_share',
    'pay.rules.3.percent': '10',
    'brief.links': 'ftp://shop.example',
  });
  expect(wrong.status).toBe(422);
  const invalid = [
    ...wrong.html.matchAll(/<(?:input|select|textarea)[^>]*name="([^"]+)"[^>]*aria-invalid="true"/g),
  ];
  expect(invalid.map(([, name]) => name).sort()).toEqual([
    'brief.links',
    'pay.rules.2.amount',
    'pay.rules.3.conversion',
  ]);
  const more = await send(admin, to('/new'), 'create', { ...FIELDS, _again: '1' });
  expect([more.status, more.html]).toEqual([200, expect.stringContaining('name="pay.rules.3.type"')]);
  const badAmount = await send(admin, to('/new'), 'create', { ...FIELDS, 'pay.rules.2.amount': 'much' });
  expect([badAmount.status, wordsOf(badAmount)]).toEqual([
    422,
    expect.stringContaining('Write an amount in USD'),
  ]);
});

it('duplicate a program as a draft, once, and tell what somebody else changed meanwhile', async () => {
  const { brand, admin, to, read } = await scene();
  const there = (await send(admin, to('/new'), 'create', FIELDS)).headers.get('location')!;
  const page = await ask(admin, there);
  const copies = await Promise.all([1, 2].map(() => sendShown(admin, there, page, 'duplicate', {})));
  const places = new Set(copies.map((copy) => copy.headers.get('location')));
  expect(places.size).toBe(1);
  const [copied] = places;
  const [one, copy] = [await read(there), await read(copied!)];
  expect(copy).toMatchObject({
    name: 'Summer (copy)',
    status: 'draft',
    brief: one.brief,
    limits: one.limits,
  });
  expect(copy.pay.rules).toEqual(one.pay.rules);
  await call('PATCH', `/v1/programs/${one.id}`, { key: brand.key, body: { name: 'Autumn' } });
  const late = await sendShown(admin, there, page, 'publish', {});
  expect([late.status, (await read(there)).status]).toEqual([409, 'draft']);
});

it('duplicate a program without what was archived since, and say so on the draft', async () => {
  const { brand, admin, to, read } = await scene();
  const made = async (path: string, body: object) =>
    (await call('POST', path, { key: brand.key, body })).body.data.id as string;
  const archive = async (path: string, id: string) =>
    await call('PATCH', `${path}/${id}`, { key: brand.key, body: { status: 'archived' } });
  const [kept, gone] = [await mintAgreement(brand.id), await mintAgreement(brand.id)];
  const product = await made('/v1/products', { title: 'Shoe' });
  const conversion = await made('/v1/conversions', { name: 'Purchase', eventName: 'purchase' });
  const rules = [
    { type: 'per_video', amount: 5_000 },
    { type: 'per_conversion', amount: 100, conversion },
  ];
  const agreements = [kept, gone];
  const body = { name: 'Summer', agreements, products: [product], pay: { currency: 'usd', rules } };
  const there = to(`/${await made('/v1/programs', body)}`);
  await archive('/v1/agreements', gone);
  await archive('/v1/products', product);
  await archive('/v1/conversions', conversion);
  const copied = (await send(admin, there, 'duplicate', {})).headers.get('location')!;
  expect(wordsOf(await ask(admin, copied))).toContain(
    'without what was archived since: 1 agreement, 1 product, 1 pay rule.',
  );
  const draft = await read(copied);
  expect(draft).toMatchObject({ agreements: [kept], products: [], status: 'draft' });
  expect(draft.pay.rules).toEqual([{ number: 1, type: 'per_video', amount: 5_000 }]);
});

it('show a member everything but money and forms, and a stranger nothing', async () => {
  const { brand, admin, to } = await scene();
  const there = (await send(admin, to('/new'), 'create', FIELDS)).headers.get('location')!;
  const member = await signedIn(await personOf(brand, 'member'));
  const page = await ask(member, there);
  expect(page.html).not.toMatch(/name="_action" value="(?:publish|archive|duplicate)"|Edit program|Spent/);
  expect((await ask(member, to('/new'))).status).toBe(403);
  expect((await ask(member, `${there}/edit`)).status).toBe(403);
  const stranger = await mintAccount();
  const other = await signedIn(await personOf(stranger, 'owner'));
  expect((await ask(other, there)).status).toBe(404);
  expect((await ask(other, there.replace(brand.id, stranger.id))).status).toBe(404);
});

it('narrow lists by a program and by a creator’s name, and ask which of several is meant', async () => {
  const { brand, admin, to } = await scene();
  const program = await mintProgram(brand.key, { name: 'Summer', visibility: 'network' });
  const other = await mintProgram(brand.key, { name: 'Winter', visibility: 'network' });
  for (const one of [program, other]) await patchProgram(brand.key, one.id, { status: 'live' });
  const creators = [];
  for (const [n, name] of ['Nia Lane', 'Nia Long', 'Omar'].entries()) {
    const { id } = await mintCreator(brand.key, { name });
    const creator = { key: brand.key, as: id };
    const at = n === 2 ? other.id : program.id;
    await enroll(brand.key, creator, at);
    await mintSubmission(
      { brand, creator, partner: '', program: at, application: '' },
      { caption: `Of ${name}` },
    );
    creators.push(id);
  }
  const list = (query: string) => `${to().replace('programs', 'submissions')}?${query}`;
  /** A name that one creator has becomes its ID in the address. */
  const open = async (path: string) => {
    const page = await ask(admin, path);
    return page.status === 303 ? await ask(admin, page.headers.get('location')!) : page;
  };
  const shown = async (query: string) =>
    [...new Set(wordsOf(await open(list(query))).match(/(?<=Of )(?:Nia Lane|Nia Long|Omar)/g))].sort();
  expect(await shown(`program=${program.id}`)).toEqual(['Nia Lane', 'Nia Long']);
  expect(await shown('named=omar')).toEqual(['Omar']);
  expect(await shown('named=nobody')).toEqual([]);
  // The form sends the creator that it shows; another name, or none, takes its place.
  const nia = `creator=${creators[0]}&was=Nia+Lane`;
  expect(await shown(`${nia}&named=Nia+Lane`)).toEqual(['Nia Lane']);
  expect(await shown(`${nia}&named=omar`)).toEqual(['Omar']);
  expect(await shown(`${nia}&named=`)).toEqual(['Nia Lane', 'Nia Long', 'Omar']);
  // What was typed stays in the field, and the page says that it is no creator's name.
  const nobody = await ask(admin, list(`${nia}&named=nobody`));
  expect(wordsOf(nobody)).toContain('No creator matches “nobody”.');
  expect(nobody.html).toMatch(/name="named" value="nobody"/);
  const which = await ask(admin, list(`named=nia&program=${program.id}`));
  expect(wordsOf(which)).toContain('Which creator?');
  const link = new RegExp(`href="([^"]*creator=${creators[1]})"`)
    .exec(which.html)![1]!
    .replaceAll('&amp;', '&');
  expect(wordsOf(await ask(admin, link))).toMatch(/Of Nia Long/);
  expect(wordsOf(await ask(admin, link))).not.toMatch(/Of Nia Lane/);
});
