// Every private field contains its own marker. Brands, partners and creators act at random, and after each
// action somebody reads something: no response, error, event, page, mail or search result may contain a marker that the
// table of consents here does not allow. The table is written from the specification and uses none of the
// service's code.
import { expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { follow } from '../../../harness/files.ts';
import { listenToLogs } from '../../../harness/logs.ts';
import { overheard } from '../../../harness/overheard.ts';
import { noticed } from '../../../harness/people/notices.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { heldQueues, play, receivers } from '../../../harness/webhooks.ts';
import { giveAndFlag, giveCreatorCode } from '../../../harness/work/code-acts.ts';
import {
  ACT,
  asAccount,
  asCreator,
  describeCreator,
  moveSample,
  pay,
  send,
  sendSample,
} from '../../../harness/work/consent-acts.ts';
import { PageReaders } from '../../../harness/work/consent-pages.ts';
import { type Account, type Creator, type Reader, Stage } from '../../../harness/work/consent-table.ts';
import { enroll } from '../../../harness/work/creators.ts';
import { addResults, analyticsPaths } from '../../../harness/work/results-acts.ts';
import { everythingKept, mintProductToSend } from '../../../harness/work/samples.ts';
import { submit } from '../../../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const ACTS = 160;
const HOOKS = 'https://hooks.shop-one.com';

const LISTS = [
  'creators',
  'creators?visibility=network',
  'creators?status=removed,invited,review,live,paused',
];
const OTHERS = [
  'applications',
  'relationships',
  'retainers',
  'submissions',
  'events',
  'programs',
  'payments',
  'products',
  'samples',
  'creator-codes',
  'posts',
];

/** Lists with something of creators. */
const EXPORTED = ['applications', 'relationships', 'retainers', 'submissions', 'samples', 'posts'];

async function read(stage: Stage, reader: Reader, path: string): Promise<number> {
  const answer = await send(stage, reader, 'GET', `/v1/${path}`);
  stage.check(reader, path, answer);
  return Array.isArray(answer.body.data) ? answer.body.data.length : 0;
}

async function look(stage: Stage): Promise<void> {
  const reader =
    stage.random() < 0.8 ? asAccount(stage.pick(stage.accounts)) : asCreator(stage.pick(stage.creators));
  const creator = stage.pick(stage.creators);
  const sample = stage.samples.length === 0 ? [] : [`samples/${stage.pick(stage.samples).id}`];
  const clients = reader.account?.partner ? ['samples?scope=clients'] : [];
  const analytics = analyticsPaths();
  const own = reader.account ? [analytics.account] : [analytics.creator];
  const results = [...own, ...(reader.account?.partner ? [analytics.partner] : [])];
  const paths = [
    ...[...results, `posts/${stage.pick(stage.posts)}`],
    ...[`creators/${creator.id}`, ...OTHERS, ...(reader.account ? LISTS : []), ...clients],
    ...[...sample, ...sample.map((one) => `${one}?expand=accessCode`)],
  ];
  const path = stage.pick(paths);
  await read(stage, reader, path);
  if (!reader.account) return;
  // Finding a creator by a word reveals as much as showing the word.
  const [marker, meaning] = stage.pick([...stage.markers]);
  const word = marker.slice(0, 6 + Math.floor(stage.random() * 3));
  const where = stage.pick(['', '&visibility=network']);
  const found = await send(stage, reader, 'GET', `/v1/creators?q=${word}${where}`);
  const led = (found.body.data as { id: string }[]).map(({ id }) => id);
  const shared = [...stage.markers].filter(([one]) => one.startsWith(word));
  for (const one of stage.creators) {
    const may = shared.some(
      // An account may find a creator by a word that the account itself wrote about it.
      ([text, m]) =>
        (m.of === 'account' || (m.of === 'creator' && m.creator === one)) && stage.allows(reader, text),
    );
    if (led.includes(one.id) && !may)
      expect.fail(`${reader.account.name} found ${one.id} by ${word} (${JSON.stringify(meaning.of)})`);
  }
}

/** Exports one of the reader's lists and reads the file. @returns its rows. */
async function readExport(stage: Stage, reader: Reader, list: string): Promise<number> {
  const asked = await send(stage, reader, 'POST', '/v1/exports', { list });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const { body } = await send(stage, reader, 'GET', `/v1/exports/${asked.body.data.id}`);
  const text = await (await follow(body.data.url)).text();
  stage.check(reader, `an export of ${list}`, { body: text } as never);
  return body.data.rows;
}

/** What the receivers of all webhooks get, as text. */
async function webhooksSent(): Promise<string[]> {
  const { env, sent } = heldQueues();
  const received = receivers({ [HOOKS]: () => new Response(null) });
  const now = clock.now();
  await play(env, sent, now, now + 5 * MINUTE_MS);
  vi.unstubAllGlobals();
  return received.map(({ url, headers, body }) => [url, ...headers, body].join(' '));
}

async function setStage(stage: Stage): Promise<void> {
  const mint = async (name: string, partner: boolean, agency: Account | null = null) => {
    const made = await mintAccount(partner ? 'partner' : 'brand', {
      name,
      ...(agency ? { managedBy: agency.id } : {}),
    });
    const account: Account = { ...made, name, partner, agency, programs: [], product: '' };
    stage.accounts.push(account);
    const accessCode = stage.marker({ of: 'code', account });
    account.product = await mintProductToSend(made.key, { accessCode });
    const body = { webhookUrl: `${HOOKS}/x` };
    expect((await call('PATCH', '/v1/keys/current', { key: account.key, body })).status).toBe(200);
    return account;
  };
  const [left, right] = [await mint('partner 1', true), await mint('partner 2', true)];
  for (const agency of [left, right]) await mint(`client of ${agency.name}`, false, agency);
  for (const name of ['brand 1', 'brand 2', 'brand 3']) await mint(name, false);
  for (const account of stage.accounts)
    for (let n = 0; n < 2; n++) {
      const body = { name: 'Program', status: 'live', visibility: 'network' };
      const made = await call('POST', '/v1/programs', { key: account.key, body });
      account.programs.push(made.body.data.id);
    }
  for (const keeper of [left, right, stage.accounts.at(-1)!]) {
    const email = `first.${keeper.id}@mail.example`;
    const made = await call('POST', '/v1/creators', { key: keeper.key, body: { email, name: 'First' } });
    const creator: Creator = { id: made.body.data.id, keeper, email, network: false, claim: null };
    stage.creators.push(creator);
    stage.yes('account', keeper, creator, 'asked');
  }
  // This makes every list non-empty: a submission for a brand, and a payment.
  const [creator, brand] = [stage.creators.at(-1)!, stage.accounts.find(({ name }) => name === 'brand 1')!];
  const by = { key: creator.keeper.key, as: creator.id };
  const program = brand.programs[0]!;
  const application = await enroll(brand.key, by, program);
  stage.applied.set(application, { account: brand, creator, pending: false });
  for (const side of ['creator', 'account'] as const) stage.yes(side, brand, creator);
  const pair = { brand, creator: by, partner: creator.keeper.id, program, application };
  const sent = await submit(pair);
  expect(sent.status).toBe(201);
  stage.posts.push(await addResults(stage, brand, creator, sent.body.data.id));
  await setClient(stage);
  await sendSample(stage, brand, creator);
  await moveSample(stage, stage.samples[0]!, 'approved');
  await giveAndFlag(stage, brand, creator);
  expect((await pay(stage, brand, creator)).status).toBe(201);
  const offer = { creator: creator.id, pay: { base: 1000 } };
  expect((await call('POST', '/v1/retainers', { key: brand.key, body: offer })).status).toBe(201);
}

/** A partner's client with work of another creator. */
async function setClient(stage: Stage): Promise<void> {
  const [client, creator] = [stage.accounts.find(({ agency }) => agency !== null)!, stage.creators[0]!];
  const by = { key: creator.keeper.key, as: creator.id };
  const program = client.programs[0]!;
  const application = await enroll(client.key, by, program);
  stage.applied.set(application, { account: client, creator, pending: false });
  for (const side of ['creator', 'account'] as const) stage.yes(side, client, creator);
  const sent = await submit({ brand: client, creator: by, partner: creator.keeper.id, program, application });
  expect(sent.status).toBe(201);
  stage.posts.push(await addResults(stage, client, creator, sent.body.data.id));
}

it.each(portion([6, 20], 2))(
  'shows nobody what nobody let it know, whatever is done in which order: seed %i',
  async (seed) => {
    const stage = new Stage(seed);
    const said = listenToLogs();
    const queues = overheard(testEnv);
    stage.env = queues.env;
    await setStage(stage);
    const people = new PageReaders(stage);
    await people.join();
    for (let n = 0; n < 3; n++) await describeCreator(stage);
    for (let n = 0; n < ACTS; n++) {
      await stage.pick([...ACT, giveCreatorCode])(stage);
      await (n % 10 === 0 ? people.look() : look(stage));
      if (n % 80 === 0) await noticed();
    }
    const opened = await people.readAll();
    expect(opened.pages).toBeGreaterThan(12);
    expect(opened.mails).toBeGreaterThan(3);
    // Each list showed something to somebody; an empty list would prove nothing.
    const rows = Object.fromEntries(OTHERS.map((path) => [path, 0]));
    const readers = [
      ...stage.accounts.map(asAccount),
      ...stage.creators.filter((one) => !one.claim).map(asCreator),
    ];
    for (const reader of readers)
      for (const path of OTHERS) rows[path]! += await read(stage, reader, `${path}?limit=100`);
    expect(OTHERS.filter((path) => rows[path] === 0)).toEqual([]);
    // What is exported is what is read, and so is what a member reads on pages, of whom money is kept.
    let exported = 0;
    for (const [n, reader] of readers.entries())
      exported += await readExport(stage, reader, EXPORTED[n % EXPORTED.length]!);
    expect(exported).toBeGreaterThan(0);
    await people.readEverything(stage.accounts.find(({ name }) => name === 'brand 1')!);
    // So did the results: each account its own, and each creator its own.
    const results = analyticsPaths();
    for (const reader of readers)
      for (const path of reader.account ? [results.account] : [results.creator])
        await read(stage, reader, path);
    const shown = async (reader: Reader, path: string) =>
      JSON.stringify((await send(stage, reader, 'GET', `/v1/${path}`)).body.data.currencies);
    const [client] = stage.accounts.filter(({ agency }) => agency !== null);
    const own = await shown(asAccount(client!), results.account);
    expect(own).toMatch(/"spend":4\d{7}.*"value":4\d{7}.*"reconciliation"/);
    expect(await shown(asAccount(client!.agency!), results.partner)).toContain(client!.id);
    const hooks = await webhooksSent();
    // Addresses and codes lie nowhere in plain text: idempotency, events, queues, webhooks and logs included.
    const kept = [...(await everythingKept()).flat(), ...queues.said(), ...hooks, said()].join('\n');
    for (const type of ['sample.created', 'sample.approved'])
      expect(hooks.filter((one) => one.includes(type)).length, type).toBeGreaterThan(0);
    expect(queues.said().length).toBeGreaterThan(0);
    const sealed = [...stage.markers].filter(([, { of }]) => of === 'address' || of === 'code');
    expect(sealed.filter(([marker]) => kept.includes(marker))).toEqual([]);
    expect(sealed.length).toBeGreaterThan(stage.accounts.length);
    // Creators' codes and what an account knows of them are told to nobody unasked.
    const told = [...queues.said(), ...hooks].join('\n');
    const codes = [...stage.markers].filter(([, { of }]) => of === 'creatorCode' || of === 'flag');
    expect(codes.filter(([marker]) => told.includes(marker))).toEqual([]);
    expect(codes.length).toBeGreaterThan(3);
    // All of this happened: somebody agreed, was asked, asked, and ended a relationship.
    const consents = new Set([...stage.pairs.values()].map(({ consent }) => consent));
    expect([...consents].sort()).toEqual(expect.arrayContaining(['agreed', 'over']));
    expect(stage.creators.some((one) => one.claim?.refused === false)).toBe(true);
  },
  180_000,
);
