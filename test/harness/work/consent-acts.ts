// Random actions of accounts, creators and people towards each other, with their effect on the table of
// consents.
import { expect } from 'vitest';
import { createApplication } from '../../../src/domains/work/applications/create-application.ts';
import { refuseRecord } from '../../../src/domains/work/claims/refuse-record.ts';
import { takeOver } from '../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../src/domains/work/claims/verify-address.ts';
import { updateCreator } from '../../../src/domains/work/creators/update-creator.ts';
import { updateRelationship } from '../../../src/domains/work/relationships/update-relationship.ts';
import { AppError } from '../../../src/kit/error.ts';
import { mintPerson } from '../people/people.ts';
import { type Answer, call, systemCtx } from '../world.ts';
import type { Account, Creator, Reader, Stage, StagedSample } from './consent-table.ts';
import { verbCtx } from './creators.ts';

const NOBODY = { ip: null, userAgent: null };

export type Act = (stage: Stage) => Promise<void>;

export async function send(
  stage: Stage,
  reader: Reader,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const more = { headers, ...(stage.env && { env: stage.env }), ...(body === undefined ? {} : { body }) };
  const answer = await call(method, path, { ...reader.caller, ...more });
  const who = reader.account?.name ?? reader.creator!.id;
  stage.log.push(`${who} ${method} ${path} ${JSON.stringify(body ?? '')} -> ${answer.status}`);
  return answer;
}

export const asAccount = (account: Account): Reader => ({
  caller: { key: account.key },
  account,
  creator: null,
});
export const asCreator = (creator: Creator): Reader => ({
  caller: { key: creator.keeper.key, as: creator.id },
  account: null,
  creator,
});
const went = (answer: Answer) => answer.status < 300;

/** Writes markers into everything that a creator's side says about it. */
export const describeCreator: Act = async (stage) => {
  const described = stage.creators.filter(({ claim }) => !claim?.refused);
  if (described.length === 0) return;
  const creator = stage.pick(described);
  const mark = (shown: 'public' | 'private') =>
    stage.marker({ of: 'creator', creator, shown }, creator.claim ? undefined : creator.keeper);
  const email = creator.claim ? null : mark('private');
  const body = {
    name: `Name ${mark('public')}`,
    handle: mark('public'),
    phone: stage.phone(creator, creator.claim ? undefined : creator.keeper),
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
    // The pages run the verb as the person.
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

/** An account's notes about a creator, its own or another account's. */
const note: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const mark = () => stage.marker({ of: 'account', account });
  const body = { notes: mark(), tags: [mark()] };
  const answer = await send(stage, asAccount(account), 'PATCH', `/v1/creators/${creator.id}`, body);
  stage.check(asAccount(account), 'noting', answer);
};

/** An account adds an address of another account's record. It then knows the address, because it wrote it. */
const addAddress: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  stage.wrote(account, creator.email.split('@')[0]!);
  const answer = await send(stage, asAccount(account), 'POST', '/v1/creators', {
    email: creator.email,
    name: stage.marker({ of: 'account', account }),
  });
  if (went(answer) && answer.body.data.id === creator.id) stage.yes('account', account, creator, 'asked');
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
    // Reopened for the creator to answer, which is another invitation; otherwise it is the creator's own
    // application.
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
    if (status === 'agreed') stage.yes(side, account, creator, 'answered');
    else stage.end(account, creator, side);
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

/** A person verifies their address, sees the offered records, and claims one (the first of a run) or declines it. */
const claim: Act = async (stage) => {
  const creator = stage.creators.find((one) => one.claim === null);
  const isFirst = stage.creators.every((one) => one.claim === null);
  if (!creator || (stage.random() < 0.5 && !isFirst)) return;
  const reader = await mintPerson();
  const ctx = systemCtx();
  const offered = await verifyAddress(ctx, reader.id, creator.email);
  await ctx.write.commit();
  expect(offered.map((one) => one.creator)).toContain(creator.id);
  for (const marker of stage.markers.keys()) expect(JSON.stringify(offered)).not.toContain(marker);
  const refused = stage.random() < 0.3 && !isFirst;
  const then = systemCtx();
  await (refused ? refuseRecord : takeOver)(then, reader.id, creator.id);
  await then.write.commit();
  stage.log.push(`${creator.id} ${refused ? 'refused' : 'taken over'}`);
  creator.claim = { reader, refused };
  if (refused) for (const account of stage.accounts) stage.end(account, creator, 'creator');
};

/** A partner links a creator on its roster to some of its client brands. */
const handOn: Act = async (stage) => {
  const client = stage.pick(stage.accounts.filter(({ agency }) => agency !== null));
  const [partner, creator] = [client.agency!, stage.pick(stage.creators)];
  const body = { brands: [client.id] };
  const answer = await send(stage, asAccount(partner), 'PATCH', `/v1/creators/${creator.id}`, body);
  if (went(answer)) stage.link(partner, client, creator);
  stage.check(asAccount(partner), 'handing on', answer);
};

/** A person who claimed a record applies, or answers invitations, on the pages. */
const actAsPerson: Act = async (stage) => {
  const own = stage.creators.filter(({ claim }) => claim?.refused === false);
  if (own.length === 0) return;
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(own)];
  const ctx = verbCtx(creator.keeper, { creator: creator.id });
  const reader = { ...asCreator(creator), creator };
  const done = (said: string, body: unknown) => {
    stage.log.push(`the person of ${creator.id} ${said} with ${account.name}`);
    stage.check(reader, said, { body } as Answer);
  };
  if (stage.random() < 0.5) {
    const program = stage.pick(account.programs);
    const made = await tried(ctx, () => createApplication(ctx, { program }, NOBODY));
    if (!made) return;
    stage.yes('creator', account, creator);
    stage.applied.set(made.application.id, { account, creator, pending: true });
    return done('applied', made);
  }
  const { data } = (await call('GET', '/v1/relationships?limit=100', { key: account.key })).body;
  const found = (data as { id: string; creator: string }[]).find((one) => one.creator === creator.id);
  if (!found) return;
  const status = stage.pick(['agreed', 'agreed', 'agreed', 'declined', 'ended'] as const);
  const answer = await tried(ctx, () => updateRelationship(ctx, found.id, { status }, NOBODY));
  if (!answer) return;
  if (status === 'agreed') stage.yes('creator', account, creator, 'answered');
  else stage.end(account, creator, 'creator');
  done(`answered ${status}`, answer);
};

/** A verb's answer and its effect; null when it refuses. */
async function tried<T>(ctx: ReturnType<typeof verbCtx>, verb: () => Promise<T>): Promise<T | null> {
  try {
    const result = await verb();
    await ctx.write.commit();
    return result;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A creator makes a submission, and somebody is paid. */
const submitAndPay: Act = async (stage) => {
  const [account, creator] = [stage.pick(stage.accounts), stage.pick(stage.creators)];
  const sent = await send(stage, asCreator(creator), 'POST', '/v1/submissions', {
    program: stage.pick(account.programs),
    url: 'https://www.tiktok.com/@zoe/video/7300000000000000000',
    platform: 'tiktok',
  });
  stage.check(asCreator(creator), 'sending work in', sent);
  await pay(stage, account, creator);
};

export async function pay(stage: Stage, account: Account, creator: Creator): Promise<Answer> {
  const answer = await call('POST', '/v1/payments', {
    key: account.key,
    headers: { 'Idempotency-Key': `${account.id} ${stage.log.length}` },
    body: { creator: creator.id, amount: stage.amount(account), currency: 'usd' },
  });
  stage.check(asAccount(account), 'paying', answer);
  return answer;
}

/** Both sides and a stranger read a sample with its code. */
async function readSample(stage: Stage, { id, account, creator }: StagedSample): Promise<void> {
  for (const reader of [asAccount(account), asCreator(creator), asAccount(stage.pick(stage.accounts))]) {
    const answer = await send(stage, reader, 'GET', `/v1/samples/${id}?expand=accessCode`);
    stage.check(reader, 'reading a sample', answer);
  }
}

/** A creator asks for a sample, with an address in which each line is a marker. */
const askForSample: Act = async (stage) =>
  await sendSample(stage, stage.pick(stage.accounts), stage.pick(stage.creators));

export async function sendSample(stage: Stage, account: Account, creator: Creator): Promise<void> {
  const sample: StagedSample = { id: '', account, creator, approved: false };
  const mark = () => stage.marker({ of: 'address', sample });
  const address = { lastName: mark(), line1: mark(), country: 'US', city: mark() };
  const body = { product: account.product, address };
  // With a key, the answer is kept.
  const headers = { 'Idempotency-Key': address.lastName.slice(0, -1) };
  const asked = await send(stage, asCreator(creator), 'POST', '/v1/samples', body, headers);
  if (!went(asked)) return stage.check(asCreator(creator), 'asking for a sample', asked);
  sample.id = asked.body.data.id;
  stage.samples.push(sample);
  // What was asked is kept with its answer, so it does not repeat the address.
  for (const marker of Object.values(address)) expect(JSON.stringify(asked.body)).not.toContain(marker);
  await readSample(stage, sample);
}

/** Either side moves a sample on. */
const moveAnySample: Act = async (stage) => {
  if (stage.samples.length === 0) return;
  const one = stage.pick(stage.samples);
  await moveSample(stage, one, stage.pick(['approved', 'approved', 'shipped', 'rejected']));
};

export async function moveSample(stage: Stage, one: StagedSample, status: string): Promise<void> {
  const reader =
    status === 'rejected' && stage.random() < 0.5 ? asCreator(one.creator) : asAccount(one.account);
  const answer = await send(stage, reader, 'PATCH', `/v1/samples/${one.id}`, { status });
  if (went(answer)) one.approved = status !== 'rejected';
  stage.check(reader, `a sample ${status}`, answer);
  await readSample(stage, one);
}

export const ACT: readonly Act[] = [
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
  handOn,
  handOn,
  actAsPerson,
  actAsPerson,
  submitAndPay,
  askForSample,
  moveAnySample,
];
