// What is left of a thread in each state of a relationship: whoever calls, by every call, played.
import { describe, expect, it } from 'vitest';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { askLive, ticketFor } from '../../../harness/messaging/live.ts';
import {
  as,
  openDirect,
  patch,
  read,
  type Side,
  said,
  say,
  sideOf,
  told,
} from '../../../harness/messaging/talks.ts';
import { commit } from '../../../harness/people/people.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { enroll, mintCreator, mintScene } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

interface World {
  thread: string;
  brand: Side;
  creator: Side;
  agency: Side;
  /** A message of each of the two. */
  messages: { brand: string; creator: string };
  callers: Record<Caller, Side>;
}

const CALLERS = [
  'brand',
  'brand, reading',
  'brand, by its partner',
  'creator',
  "brand's partner",
  "creator's partner",
  'another brand',
  'another partner',
  'another creator',
] as const;
type Caller = (typeof CALLERS)[number];

/** What each call answers; for lists whether the thread is in them. */
interface Answers {
  get: number;
  listed: boolean;
  messages: number;
  found: boolean;
  send: number;
  reply: number;
  edit: number;
  react: number;
  mark: number;
  mute: number;
  report: number;
  ticket: number;
  live: number;
}

const OPEN: Answers = {
  ...{ get: 200, listed: true, messages: 200, found: true, ticket: 201, live: 101 },
  ...{ send: 201, reply: 201, edit: 200, react: 200, mark: 200, mute: 200, report: 200 },
};
const CLOSED: Answers = { ...OPEN, send: 422, reply: 422, edit: 422, react: 422 };
const READS: Answers = {
  ...OPEN,
  ...{ send: 403, reply: 403, edit: 403, react: 403, mark: 403, mute: 403, report: 403 },
};
const NONE: Answers = {
  ...{ get: 404, listed: false, messages: 404, found: false, ticket: 404, live: 404 },
  ...{ send: 404, reply: 404, edit: 404, react: 404, mark: 404, mute: 404, report: 404 },
};

async function newWorld(): Promise<World> {
  const scene = await mintScene({ agreements: [] });
  const agency = sideOf(await mintAccount('partner'));
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
    .bind(agency.id, scene.brand.id)
    .run();
  const brand = sideOf(scene.brand);
  const keeper = sideOf(scene.partner);
  const creator = { id: scene.creator, key: keeper.key, as: scene.creator };
  await enroll(brand.key, creator, scene.program.id);
  const thread = (await openDirect(brand, creator)).body.data.id;
  const messages = {
    brand: await said(brand, thread, 'Our summer offer'),
    creator: await said(creator, thread, 'My summer plans'),
  };
  await told(thread);
  const other = await mintCreator(keeper.key);
  const callers = {
    brand,
    'brand, reading': { id: brand.id, key: scene.brand.readKey },
    'brand, by its partner': { id: brand.id, key: agency.key, as: brand.id },
    creator,
    "brand's partner": agency,
    "creator's partner": keeper,
    'another brand': sideOf(await mintAccount()),
    'another partner': sideOf(await mintAccount('partner')),
    'another creator': { id: other.id, key: keeper.key, as: other.id },
  };
  return { thread, brand, creator, agency, messages, callers };
}

/** Calls everything as somebody. */
async function played({ thread, messages, creator }: World, by: Side): Promise<Answers> {
  const isCreator = by.id === creator.id;
  const [own, others] = isCreator ? [messages.creator, messages.brand] : [messages.brand, messages.creator];
  const has = (answer: { body: { data?: { id: string; thread?: string }[] } }) =>
    answer.body.data?.some((one) => one.id === thread || one.thread === thread) ?? false;
  const list = await call('GET', `/v1/messages?thread=${thread}&limit=100`, as(by));
  const version = list.body.data?.find((one: { id: string }) => one.id === own)?.version ?? 1;
  const { status: live, client } = await askLive(thread, { by });
  client?.close();
  return {
    get: (await call('GET', `/v1/threads/${thread}`, as(by))).status,
    listed: has(await call('GET', '/v1/threads', as(by))),
    messages: list.status,
    found: has(await call('GET', '/v1/threads?q=summer', as(by))),
    send: (await say(by, thread, 'Once more')).status,
    reply: (await say(by, thread, 'To that', { replyTo: others })).status,
    edit: (await patch(by, `/v1/messages/${own}`, { version, body: `Edited ${version}` })).status,
    react: (await patch(by, `/v1/messages/${others}`, { emoji: '👏', reacted: true })).status,
    mark: (await patch(by, `/v1/threads/${thread}`, { read: others })).status,
    mute: (await patch(by, `/v1/threads/${thread}`, { muted: false })).status,
    report: (await patch(by, `/v1/messages/${others}`, { report: { reason: 'spam' } })).status,
    ticket: (await ticketFor(thread, by)).status,
    live,
  };
}

async function between({ brand }: World): Promise<{ id: string; version: number }> {
  return (await call('GET', '/v1/relationships', as(brand))).body.data[0];
}

const answer = (status: string, by: 'brand' | 'creator') => async (world: World) => {
  const { id, version } = await between(world);
  const done = await patch(world[by], `/v1/relationships/${id}`, { status, version });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
};
const end = answer('ended', 'brand');
const invite = async ({ brand, creator }: World) => {
  const program = await mintProgram(brand.key, { status: 'live' });
  const body = { program: program.id, creator: creator.id };
  expect((await call('POST', '/v1/applications', { ...as(brand), body })).status).toBe(201);
};
const apply = async ({ brand, creator }: World) => {
  const program = await mintProgram(brand.key, { status: 'live', visibility: 'network' });
  const body = { program: program.id };
  expect((await call('POST', '/v1/applications', { ...as(creator), body })).status).toBe(201);
};
const block = (by: 'brand' | 'creator') => async (world: World) => {
  expect((await patch(world[by], `/v1/threads/${world.thread}`, { blocked: true })).status).toBe(200);
  await told(world.thread);
};

interface State {
  /** The consent that the account is shown. */
  shown: string;
  acts: ((world: World) => Promise<void>)[];
  brand?: Answers;
  creator?: Answers;
}

const bothClosed = { brand: CLOSED, creator: CLOSED };

const STATES: Record<string, State> = {
  agreed: { shown: 'agreed', acts: [] },
  paused: {
    shown: 'agreed',
    acts: [
      async ({ brand, creator }) => {
        expect((await patch(brand, `/v1/creators/${creator.id}`, { status: 'paused' })).status).toBe(200);
      },
    ],
  },
  'ended by the brand': { shown: 'ended', acts: [end], ...bothClosed },
  'ended by the creator': { shown: 'ended', acts: [answer('ended', 'creator')], ...bothClosed },
  'ended and invited again': { shown: 'invited', acts: [end, invite], ...bothClosed },
  'ended and applied for again': { shown: 'requested', acts: [end, apply], ...bothClosed },
  'invited again and declined': {
    shown: 'declined',
    acts: [end, invite, answer('declined', 'creator')],
    ...bothClosed,
  },
  'agreed again': { shown: 'agreed', acts: [end, invite, answer('agreed', 'creator')] },
  'blocked by the brand': { shown: 'agreed', acts: [block('brand')], ...bothClosed },
  'blocked by the creator': { shown: 'agreed', acts: [block('creator')], ...bothClosed },
  'verified by a person': {
    shown: 'agreed',
    acts: [
      async ({ creator }) => {
        const { email } = await read(creator, `/v1/creators/${creator.id}`);
        await commit((ctx) => verifyAddress(ctx, newId('person', ctx.now), email));
      },
    ],
    // The account that added it is no longer the creator's side, and reads until the person takes it over.
    creator: READS,
  },
};

describe('in a relationship that is', () => {
  it.each(Object.entries(STATES))('%s, each caller gets by each call what is its', async (_, state) => {
    clock.hold();
    const world = await newWorld();
    for (const act of state.acts) await act(world);
    expect((await between(world)) as object).toMatchObject({ status: state.shown });
    const brand = state.brand ?? OPEN;
    const expected: Record<Caller, Answers> = {
      brand,
      'brand, reading': READS,
      'brand, by its partner': brand,
      creator: state.creator ?? OPEN,
      "brand's partner": NONE,
      "creator's partner": NONE,
      'another brand': NONE,
      'another partner': NONE,
      'another creator': NONE,
    };
    const found: Partial<Record<Caller, Answers>> = {};
    // The two are played in every state.
    for (const caller of portion(CALLERS, 3, (one) =>
      one === 'brand' || one === 'creator' ? one : 'another',
    ))
      found[caller] = await played(world, world.callers[caller]);
    expect(expected).toMatchObject(found);
  });
});
