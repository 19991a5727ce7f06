// Every private field holds a marker of its own. Brands, partners and creators act at random, and after each act somebody
// reads something: no answer, refusal, event or search result holds a marker that the table of consents here does not
// allow. The table is written from what is promised; nothing of the service is asked for it.
import { expect, it } from 'vitest';
import { refuseRecord } from '../../../../src/domains/work/claims/refuse-record.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { updateCreator } from '../../../../src/domains/work/creator-records/update-creator.ts';
import { type Account, type Creator, type Reader, Stage } from '../../../harness/consent-table.ts';
import { verbCtx } from '../../../harness/creators.ts';
import { type Answer, call, mintAccount, systemCtx } from '../../../harness/world.ts';

const ACTS = 90;

type Act = (stage: Stage) => Promise<void>;

async function send(
  stage: Stage,
  reader: Reader,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await call(method, path, { ...reader.caller, ...(body === undefined ? {} : { body }) });
  const who = reader.account?.name ?? reader.creator!.id;
  stage.log.push(`${who} ${method} ${path} ${JSON.stringify(body ?? '')} -> ${answer.status}`);
  return answer;
}

const asAccount = (account: Account): Reader => ({ caller: { key: account.key }, account, creator: null });
const asCreator = (creator: Creator): Reader => ({
  caller: { key: creator.keeper.key, as: creator.id },
  account: null,
  creator,
});
const went = (answer: Answer) => answer.status < 300;

/** Writes markers into everything that a creator's side says of it. */
const describeCreator: Act = async (stage) => {
  const creator = stage.pick(stage.creators.filter(({ claim }) => !claim?.refused));
  const mark = (shown: 'public' | 'private') =>
    stage.marker({ of: 'creator', creator, shown }, creator.claim ? undefined : creator.keeper);
  const email = creator.claim ? null : mark('private');
  const body = {
    name: `Name ${mark('public')}`,
    handle: mark('public'),
    ...(email === null ? {} : { email: `${email}@mail.example` }),
    bio: mark('private'),
    location: mark('private'),
    platformHandles: { tiktok: mark('private') },
    referenceVideoSelections: [
      { platform: 'tiktok' as const, sourceContentId: mark('private'), title: mark('private') },
    ],
    visibility: stage.random() < 0.5 ? ('network' as const) : ('private' as const),
  };
  creator.network = body.visibility === 'network';
  if (creator.claim) {
    // The pages of people run the verb as the person.
    const ctx = verbCtx(creator.keeper, { creator: creator.id });
    await updateCreator(ctx, creator.id, body);
    await ctx.write.commit();
    return;
  }
  const by = stage.random() < 0.5 ? asAccount(creator.keeper) : asCreator(creator);
  const answer = await send(stage, by, 'PATCH', `/v1/creators/${creator.id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  creator.email = body.email!;
  stage.check(by, 'describing', answer);
};

/** What an account notes about a creator, its own or another's. */
const note: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const mark = () => stage.marker({ of: 'account', account });
  const body = { notes: mark(), tags: [mark()] };
  const answer = await send(stage, asAccount(account), 'PATCH', `/v1/creators/${creator.id}`, body);
  stage.check(asAccount(account), 'noting', answer);
};

/** An account adds an address that belongs to another's record, which it then knows, as it wrote it. */
const addAddress: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  stage.wrote(account, creator.email.split('@')[0]!);
  const answer = await send(stage, asAccount(account), 'POST', '/v1/creators', {
    email: creator.email,
    name: stage.marker({ of: 'account', account }),
  });
  if (went(answer) && answer.body.data.id === creator.id) stage.yes('account', account, creator);
  stage.check(asAccount(account), 'adding an address', answer);
};

const roster: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const status = stage.pick(['live', 'paused', 'removed']);
  const answer = await send(stage, asAccount(account), 'PATCH', `/v1/creators/${creator.id}`, { status });
  if (went(answer)) {
    if (status === 'removed') stage.end(account, creator);
    else if (creator.keeper === account || stage.pair(account, creator).consent === 'requested')
      stage.yes('account', account, creator);
  }
  stage.check(asAccount(account), 'the roster', answer);
};

const apply: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const invites = stage.random() < 0.5;
  const reader = invites ? asAccount(account) : asCreator(creator);
  const program = stage.pick(account.programs);
  const body = { program, ...(invites ? { creator: creator.id } : {}) };
  const answer = await send(stage, reader, 'POST', '/v1/applications', body);
  if (went(answer)) {
    stage.yes(invites ? 'account' : 'creator', account, creator);
    stage.applied.set(answer.body.data.id, { account, creator, pending: !invites });
  }
  stage.check(reader, 'applying or inviting', answer);
};

const decide: Act = async (stage) => {
  if (stage.applied.size === 0) return;
  const [id, one] = stage.pick([...stage.applied]);
  const { account, creator } = one;
  const side = stage.pick(['account', 'creator'] as const);
  const reader = side === 'account' ? asAccount(account) : asCreator(creator);
  const status = stage.pick(['approved', 'approved', 'pending', 'rejected', 'withdrawn']);
  const answer = await send(stage, reader, 'PATCH', `/v1/applications/${id}`, { status });
  if (went(answer)) {
    if (status === 'approved') stage.yes(side, account, creator);
    // Reopened for the creator to answer, which is asking again; else it is the creator's own application.
    if (status === 'pending' && stage.pair(account, creator).consent === 'over')
      stage.yes('account', account, creator);
    if (status !== 'pending') one.pending = false;
    const still = [...stage.applied.values()].some(
      (other) => other.account === account && other.creator === creator && other.pending,
    );
    const pair = stage.pair(account, creator);
    if (status === 'withdrawn' && pair.consent === 'requested' && !still) pair.consent = 'over';
  }
  stage.check(reader, `an application ${status} by the ${side}`, answer);
};

const relate: Act = async (stage) => {
  const keyed = stage.creators.filter((one) => one.claim === null);
  const side = keyed.length === 0 ? 'account' : stage.pick(['account', 'creator'] as const);
  const reader = side === 'account' ? asAccount(stage.pick(stage.accounts)) : asCreator(stage.pick(keyed));
  const list = await send(stage, reader, 'GET', '/v1/relationships');
  const of = list.body.data.filter((one: { creator: string }) =>
    stage.creators.some(({ id }) => id === one.creator),
  );
  if (of.length === 0) return;
  const found = stage.pick(of) as { id: string; account: string; creator: string };
  const status = stage.pick(['agreed', 'agreed', 'declined', 'ended']);
  const answer = await send(stage, reader, 'PATCH', `/v1/relationships/${found.id}`, { status });
  const account = stage.accounts.find(({ id }) => id === found.account)!;
  const creator = stage.creators.find(({ id }) => id === found.creator)!;
  if (went(answer)) {
    if (status === 'agreed') stage.yes(side, account, creator);
    else stage.end(account, creator);
  }
  stage.check(reader, 'a relationship', answer);
};

const retain: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const body = { creator: creator.id, pay: { base: 1000 } };
  const offer = await send(stage, asAccount(account), 'POST', '/v1/retainers', body);
  if (!went(offer)) return stage.check(asAccount(account), 'a refused offer', offer);
  stage.yes('account', account, creator);
  const status = stage.pick(['accepted', 'rejected']);
  const answer = await send(stage, asCreator(creator), 'PATCH', `/v1/retainers/${offer.body.data.id}`, {
    status,
  });
  if (went(answer) && status === 'accepted') stage.yes('creator', account, creator);
  stage.check(asCreator(creator), 'a retainer', answer);
  await send(stage, asAccount(account), 'PATCH', `/v1/retainers/${offer.body.data.id}`, {
    status: 'canceled',
  });
};

/** Whose address it is proves it, sees what is offered, and takes the record over or refuses it. */
const claim: Act = async (stage) => {
  const creator = stage.creators.find((one) => one.claim === null);
  if (!creator || stage.random() < 0.5) return;
  const person = `user_${creator.id.slice(5)}`;
  const ctx = systemCtx();
  const offered = await verifyAddress(ctx, person, creator.email);
  await ctx.write.commit();
  expect(offered.map((one) => one.creator)).toContain(creator.id);
  for (const marker of stage.markers.keys()) expect(JSON.stringify(offered)).not.toContain(marker);
  const refused = stage.random() < 0.3;
  const then = systemCtx();
  await (refused ? refuseRecord : takeOver)(then, person, creator.id);
  await then.write.commit();
  stage.log.push(`${creator.id} ${refused ? 'refused' : 'taken over'}`);
  creator.claim = { person, refused };
  if (refused) for (const account of stage.accounts) stage.end(account, creator);
};

const ACT: readonly Act[] = [
  describeCreator,
  note,
  addAddress,
  roster,
  apply,
  apply,
  decide,
  decide,
  decide,
  relate,
  retain,
  claim,
];
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
];

async function look(stage: Stage): Promise<void> {
  const reader =
    stage.random() < 0.8 ? asAccount(stage.pick(stage.accounts)) : asCreator(stage.pick(stage.creators));
  const creator = stage.pick(stage.creators);
  const paths = [`creators/${creator.id}`, ...OTHERS, ...(reader.account ? LISTS : [])];
  const path = stage.pick(paths);
  stage.check(reader, path, await send(stage, reader, 'GET', `/v1/${path}`));
  if (!reader.account) return;
  // Whom a word leads to says as much as showing the word.
  const [marker, meaning] = stage.pick([...stage.markers]);
  const word = marker.slice(0, 6 + Math.floor(stage.random() * 3));
  const where = stage.pick(['', '&visibility=network']);
  const found = await send(stage, reader, 'GET', `/v1/creators?q=${word}${where}`);
  const led = (found.body.data as { id: string }[]).map(({ id }) => id);
  const shared = [...stage.markers].filter(([one]) => one.startsWith(word));
  for (const one of stage.creators) {
    const may = shared.some(
      // By its own word for somebody an account finds whom it wrote it of.
      ([text, m]) => (m.of === 'account' || m.creator === one) && stage.allows(reader, text),
    );
    if (led.includes(one.id) && !may)
      expect.fail(`${reader.account.name} found ${one.id} by ${word} (${JSON.stringify(meaning.of)})`);
  }
}

async function setStage(stage: Stage): Promise<void> {
  const mint = async (name: string, partner: boolean, managedBy?: string) => {
    const made = await mintAccount(partner ? 'partner' : 'brand', {
      name,
      ...(managedBy ? { managedBy } : {}),
    });
    const account: Account = { ...made, name, partner, programs: [] };
    stage.accounts.push(account);
    return account;
  };
  const [left, right] = [await mint('partner 1', true), await mint('partner 2', true)];
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
    stage.pairs.set(`${keeper.id} ${creator.id}`, { consent: 'agreed', once: true });
  }
}

it.each([1, 2])(
  'shows nobody what nobody let it know, whatever is done in which order: seed %i',
  async (seed) => {
    const stage = new Stage(seed);
    await setStage(stage);
    for (let n = 0; n < 3; n++) await describeCreator(stage);
    for (let n = 0; n < ACTS; n++) {
      await stage.pick(ACT)(stage);
      await look(stage);
    }
    // All of it happened: somebody agreed, was asked, asked, and had enough.
    const consents = new Set([...stage.pairs.values()].map(({ consent }) => consent));
    expect([...consents].sort()).toEqual(expect.arrayContaining(['agreed', 'over']));
    expect(stage.creators.some((one) => one.claim?.refused === false)).toBe(true);
  },
  60_000,
);
