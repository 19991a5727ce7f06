// `npm run storm:threads -- --kills 10 --seed 1`: 50 clients write, edit, react, delete and mark in one thread of a real
// service that is killed again and again. Then compares what each of them holds with the thread, the database, the search
// and the webhooks. Exits with 1 if anything is lost, doubled or different.
// `npm run storm:threads -- --flood 1` instead lets one side flood a thread, in the full size or a part of it.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { seeded } from './random.ts';
import { flood } from './storm/flood.ts';
import { type Shown, shownOf, ThreadClient } from './storm/thread-client.ts';
import { type Caller, pause, startStorm } from './storm/world.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    seed: { type: 'string' },
    port: { type: 'string', default: '8660' },
    keep: { type: 'boolean', default: false },
    flood: { type: 'string' },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const port = Number(values.port);
if (![kills, seed, port].every((one) => Number.isInteger(one) && one >= 0)) {
  console.error('npm run storm:threads -- --kills 10 --seed 1 [--flood 1] [--port 8660] [--keep]');
  process.exit(2);
}
if (values.flood !== undefined) process.exit(await floodOnly(Number(values.flood)));

const CLIENTS = 50;
const EMOJI = ['👍', '👏', '❤️'];
/** The longest that the databases may take once nothing is written. */
const REST_MS = 2_000;
/** A delivery that was under way at a kill is leased for two minutes before the cron sweeps it, so webhooks may take longer. */
const WEBHOOKS_MS = 150_000;

console.log(`storm: ${CLIENTS} clients, ${kills} kills, seed ${seed}`);
const { chance, below, pick } = seeded(seed);

/** By the receiver's path: the events of each message. */
const received = new Map<string, Map<string, Set<string>>>();
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const event = JSON.parse(Buffer.concat(parts).toString());
    if (event.type === 'message.created') {
      const byMessage = received.get(request.url!) ?? new Map<string, Set<string>>();
      received.set(request.url!, byMessage);
      const message = event.data.message as string;
      byMessage.set(message, (byMessage.get(message) ?? new Set()).add(event.id));
    }
    response.end();
  });
});
receiver.listen(port + 2, '127.0.0.1');

const storm = await startStorm({
  port,
  keep: values.keep,
  money: false,
  keys: CLIENTS / 2,
  settings: {
    MESSAGES_A_MINUTE: '100000',
    MESSAGES_A_DAY: '1000000',
    MESSAGES_BEFORE_ANSWER: '100000',
    SOCKETS_A_SIDE: String(CLIENTS / 2),
  },
});

interface Writer {
  caller: Caller;
  client: ThreadClient;
  /** What was answered 201: texts by messages. */
  written: Map<string, string>;
  acts: number;
}

const wrong: string[] = [];
const brand = storm.brands[0]!;
const creator = storm.creators[0]!;
let thread = '';

async function listAll(caller: Caller): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let cursor = ''; ; ) {
    const path = `/v1/messages?thread=${thread}&limit=100${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await storm.call('GET', path, caller);
    if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    all.push(...body.data.map(shownOf));
    if (body.nextCursor === null) return all;
    cursor = body.nextCursor;
  }
}

const headersOf = ({ key, as }: Caller): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...(as && { 'Service-Account': as }),
});

let texts = 0;
let acting = true;

async function act(writer: Writer): Promise<void> {
  const { caller, client } = writer;
  const known = [...client.messages.values()];
  const recent = known.slice(-40);
  writer.acts++;
  if (recent.length === 0 || chance(0.45)) {
    const body = `word${seed}x${++texts}z`;
    const answer = await storm.call('POST', '/v1/messages', caller, { thread, body }, crypto.randomUUID());
    if (answer.status === 201) writer.written.set(answer.body.data.id, body);
    else wrong.push(`a message was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return;
  }
  const message = pick(recent);
  const isOwn = message.sender === caller.id;
  const path = `/v1/messages/${message.id}`;
  if (isOwn && chance(0.3)) {
    await storm.call('PATCH', path, caller, { version: message.version, body: `word${seed}x${++texts}z` });
  } else if (isOwn && chance(0.15)) {
    await storm.call('PATCH', path, caller, { version: message.version, deleted: true });
  } else if (chance(0.6)) {
    await storm.call('PATCH', path, caller, { emoji: pick(EMOJI), reacted: chance(0.7) });
  } else {
    await storm.call('PATCH', `/v1/threads/${thread}`, caller, { read: message.id });
  }
}

async function keepActing(writer: Writer): Promise<void> {
  while (acting) {
    await act(writer).catch((error) => wrong.push(String(error)));
    if (chance(0.02)) writer.client.cut();
    await pause(below(200));
  }
}

/** Asks until nothing is wrong, for at most `most` milliseconds. @returns what is still wrong. */
async function settled(
  most: number,
  ask: () => Promise<string[]>,
  between?: () => Promise<void>,
): Promise<string[]> {
  const until = Date.now() + most;
  for (;;) {
    const left = await ask();
    if (left.length === 0 || Date.now() > until) return left;
    await between?.();
    await pause(100);
  }
}

const byId = (all: Iterable<Shown>) => new Map([...all].map((one) => [one.id, JSON.stringify(one)]));

function differences(what: string, found: Map<string, string>, wanted: Map<string, string>): string[] {
  const ids = new Set([...found.keys(), ...wanted.keys()]);
  const other = [...ids].filter((id) => found.get(id) !== wanted.get(id));
  return other.slice(0, 3).map((id) => `${what}: ${id} is ${found.get(id)} and should be ${wanted.get(id)}`);
}

interface Row {
  id: string;
  deleted: number;
  version: number;
}

/** Compares the database with the thread. */
async function databaseOf(all: readonly Shown[], seq: number): Promise<string[]> {
  const rows = storm.rows<Row>(
    `SELECT id, deleted, version FROM thread_messages WHERE thread_id = '${thread}'`,
  );
  const line = (deleted: boolean, version: number) => `${deleted} ${version}`;
  const found = new Map(rows.map(({ id, deleted, version }) => [id, line(deleted === 1, version)]));
  const wanted = new Map(all.map(({ id, deleted, version }) => [id, line(deleted, version)]));
  const [row] = storm.rows<{ seq: number }>(`SELECT seq FROM threads WHERE id = '${thread}'`);
  const late = row!.seq === seq ? [] : [`the database is at ${row!.seq} and the thread at ${seq}`];
  return [...late, ...differences('the database', found, wanted), ...(await unreadOf(all))];
}

async function unreadOf(all: readonly Shown[]): Promise<string[]> {
  const found: string[] = [];
  for (const caller of [brand, creator]) {
    const { body } = await storm.call('GET', `/v1/threads/${thread}`, caller);
    const { unreadCount, participants } = body.data;
    const own = participants.find((one: { actor: { id: string } }) => one.actor.id === caller.id);
    const mark = own.lastRead ?? '';
    const recount = all.filter(
      ({ id, sender, deleted }) => sender !== caller.id && !deleted && id > mark,
    ).length;
    if (unreadCount !== recount) found.push(`${caller.id} is told ${unreadCount} unread, and ${recount} are`);
  }
  return found;
}

async function searchOf(all: readonly Shown[]): Promise<string[]> {
  const found: string[] = [];
  for (const one of all.filter(() => chance(Math.min(1, 60 / all.length)))) {
    if (one.deleted) continue;
    const { body } = await storm.call('GET', `/v1/messages?q=${one.body}`, pick([brand, creator]));
    const ids = body.data.map(({ id }: Shown) => id);
    if (ids.length !== 1 || ids[0] !== one.id)
      found.push(`${one.body} is found in ${ids}, and is in ${one.id}`);
  }
  return found.slice(0, 3);
}

/** Each message of the other side is told once, however often it is delivered. */
async function webhooksOf(all: readonly Shown[]): Promise<string[]> {
  return [
    ['/brand', creator.id],
    ['/creator', brand.id],
  ].flatMap(([path, sender]) => {
    const events = received.get(path!) ?? new Map<string, Set<string>>();
    const found = new Map([...events].map(([message, ids]) => [message, String(ids.size)]));
    const wanted = new Map(all.filter((one) => one.sender === sender).map(({ id }) => [id, '1']));
    return differences(`webhooks at ${path}`, found, wanted);
  });
}

let failed = true;
try {
  for (const [caller, path] of [
    [brand, 'brand'],
    [storm.partner, 'creator'],
  ] as const) {
    const webhookUrl = `http://127.0.0.1:${port + 2}/${path}`;
    const { status, body } = await storm.call('PATCH', '/v1/keys/current', caller, { webhookUrl });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  // What the set-up did would be told in the thread later, between the clients' messages.
  await storm.minute(storm.now());
  await storm.idle();
  const opened = await storm.call('POST', '/v1/threads', brand, { kind: 'direct', with: creator.id });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  thread = opened.body.data.id;
  // The first message begins the thread.
  const first = await storm.call('POST', '/v1/messages', creator, { thread, body: 'begins' }, 'first');
  const url = `ws://127.0.0.1:${port}/v1/threads/${thread}/live`;
  const writers = Array.from({ length: CLIENTS }, (_, n): Writer => {
    const side = n % 2 ? brand : creator;
    const caller = { ...side, key: side.keys[n >> 1]! };
    const client = new ThreadClient(url, headersOf(caller), () => listAll(caller));
    return { caller, client, written: new Map(), acts: 0 };
  });
  writers[0]!.written.set(first.body.data.id, 'begins');
  const live = writers.map(({ client }) => client.run());
  const clients = writers.map(keepActing);
  for (let kill = 1; kill <= kills; kill++) {
    await pause(2_000 + below(3_000));
    await storm.kill(0);
    if (kill % 5 === 0)
      console.log(`  ${kill} kills, ${writers.reduce((sum, { acts }) => sum + acts, 0)} acts`);
  }
  await pause(2_000);
  acting = false;
  await Promise.all(clients);
  console.log('the storm is over');
  const rested = Date.now();
  const all = await listAll(brand);
  const wanted = byId(all);
  wrong.push(...differences('the creator', byId(await listAll(creator)), wanted));
  for (const { written } of writers)
    for (const id of written.keys())
      if (!wanted.has(id)) wrong.push(`${id} was answered 201 and is not there`);
  const bodies = writers.flatMap(({ written }) => [...written.values()]);
  const kept = all.map(({ body }) => body).filter((body) => body !== '');
  if (new Set(kept).size !== kept.length) wrong.push('a text is there twice');
  if (all.length < bodies.length)
    wrong.push(`${bodies.length} messages were taken, and ${all.length} are there`);
  const ofClients = async () =>
    writers
      .flatMap(({ client }, n) => differences(`client ${n}`, byId(client.messages.values()), wanted))
      .slice(0, 5);
  // Clients that are just coming back have to come back first.
  wrong.push(...(await settled(5_000, ofClients)));
  const seq = Math.max(...writers.map(({ client }) => client.seq));
  for (const [n, { client }] of writers.entries()) {
    if (client.seq !== seq) wrong.push(`client ${n} is at ${client.seq} of ${seq}`);
    wrong.push(...client.faults.map((fault) => `client ${n} ${fault}`));
  }
  const inTime = Math.max(0, REST_MS - (Date.now() - rested));
  wrong.push(...(await settled(Math.max(inTime, 500), () => databaseOf(all, seq))));
  console.log(`  the database agrees ${Date.now() - rested} ms after the last write`);
  wrong.push(...(await settled(REST_MS, () => searchOf(all))));
  wrong.push(
    ...(await settled(
      WEBHOOKS_MS,
      () => webhooksOf(all),
      () => storm.minute(storm.now()).catch(() => undefined),
    )),
  );
  for (const { client } of writers) client.stop();
  await Promise.all(live);
  const connects = writers.reduce((sum, { client }) => sum + client.connects, 0);
  const resyncs = writers.reduce((sum, { client }) => sum + client.resyncs, 0);
  console.log(`  ${all.length} messages, ${seq} changes, ${connects} connections, ${resyncs} resyncs`);
  failed = wrong.length > 0;
} finally {
  receiver.close();
  await storm.end();
}
for (const one of wrong.slice(0, 20)) console.error(`WRONG: ${one}`);
console.log(failed ? `failed (seed ${seed})` : 'nothing was lost, doubled or different');
process.exit(failed ? 1 : 0);

/** @returns what the process ends with. */
async function floodOnly(part: number): Promise<number> {
  const calm = await startStorm({ port, keep: values.keep, money: false, keys: 8 });
  try {
    const [flooder, other] = [calm.brands[0]!, calm.creators[0]!];
    const { status, body } = await calm.call('POST', '/v1/threads', flooder, {
      kind: 'direct',
      with: other.id,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const id: string = body.data.id;
    const url = `ws://127.0.0.1:${port}/v1/threads/${id}/live`;
    const found = await flood({ storm: calm, flooder, other, url, thread: id }, part);
    for (const one of found.slice(0, 20)) console.error(`WRONG: ${one}`);
    return found.length > 0 ? 1 : 0;
  } finally {
    await calm.end();
  }
}
