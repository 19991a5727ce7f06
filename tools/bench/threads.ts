// Cases of threads: messages written into one object and shown by the database, the list of threads, and a message on its way to
// the sockets of a thread.
import type { Opening } from '../../src/domains/messaging/thread-log/live-socket.ts';
import type { ThreadHead } from '../../src/domains/messaging/thread-log/record.ts';
import { newId } from '../../src/kit/ids.ts';
import { HOUR_MS } from '../../src/kit/time.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, cpuMicros, type Instance, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave, send } from './load.ts';
import { addAccount, migrate, type Scene, setScene } from './scene.ts';

const WRITERS = 32;
const MESSAGES = 3000;
const SOCKETS = 200;
const BROADCASTS = 50;

const BODY = 'Could you send the video with subtitles until Friday? The rest looks great.';

const OBJECT = { durableObjects: { THREAD: { className: 'Bare', useSQLite: true } } };
const bare =
  (script: string, more = {}) =>
  () =>
    startBare(script, { ...OBJECT, ...more } as never);

function newThread(): ThreadHead {
  const now = Date.now();
  const kind = 'program';
  const [id, account, program] = [newId('thread', now), newId('account', now), newId('program', now)];
  return { id, kind, account, creator: null, program, createdAt: now };
}

/** Writes messages as the thread's account, from several callers inside the Worker. */
async function write(instance: Instance, path: string, head: ThreadHead, count: number, callers: number) {
  const bodies = Array.from({ length: count }, () => BODY);
  await send(instance, 1, 1, 204, () => ({
    method: 'POST',
    path,
    body: JSON.stringify({ head, bodies, callers }),
  }));
}

/** The scene, with the database that finds messages by their words: the pixel's Worker has none. */
async function setThreadScene(mf: Instance['mf']): Promise<Scene> {
  const scene = await setScene(mf);
  await migrate(await mf.getD1Database('SEARCH', 'service'), 'search');
  return scene;
}

/** Messages a second in one object from 32 writers, compared with an INSERT for each call. */
export async function threadMessages(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles), bare('one-message.js')], async (ours, plain) => {
    await setThreadScene(ours!.mf);
    const perSecond = (instance: Instance, path: string) => async () => {
      const head = newThread();
      const begun = performance.now();
      await write(instance, path, head, MESSAGES, WRITERS);
      return MESSAGES / ((performance.now() - begun) / 1000);
    };
    const { a, b, ratio } = await interleave(
      ROUNDS,
      perSecond(ours!, '/__thread/write'),
      perSecond(plain!, '/'),
    );
    const target = { least: 1.5 };
    return { what: 'Messages in one thread, 32 writers', unit: 'a second', ours: a, bare: b, ratio, target };
  });
}

/** Messages a second until the database shows them, compared with an INSERT and a batch for each call. */
export async function threadShown(bundles: Bundles): Promise<Row> {
  const withDatabase = bare('one-message.js', { d1Databases: { DB: 'bench' } });
  return await withInstances([() => startOurs(bundles), withDatabase], async (ours, plain) => {
    const { main } = await setThreadScene(ours!.mf);
    const db = await plain!.mf.getD1Database('DB', 'bare');
    await db.exec('CREATE TABLE shown (seq INTEGER PRIMARY KEY, deleted INTEGER)');
    await db.exec('CREATE TABLE threads (seq INTEGER)');
    await db.exec('INSERT INTO threads VALUES (0)');
    const seqOf = async (id: string) =>
      await main.prepare('SELECT seq FROM threads WHERE id = ?').bind(id).first<number>('seq');
    const oursOnce = async () => {
      const head = newThread();
      await main
        .prepare(
          `INSERT INTO threads (id, kind, account_id, program_id, active_at, created_at, updated_at)
          VALUES (?1, 'program', ?2, ?3, ?4, ?4, ?4)`,
        )
        .bind(head.id, head.account, head.program, head.createdAt)
        .run();
      const begun = performance.now();
      await write(ours!, '/__thread/write', head, MESSAGES, WRITERS);
      while ((await seqOf(head.id))! < MESSAGES) await new Promise((later) => setTimeout(later, 20));
      return MESSAGES / ((performance.now() - begun) / 1000);
    };
    const bareOnce = async () => {
      const begun = performance.now();
      await write(plain!, '/', newThread(), MESSAGES, WRITERS);
      return MESSAGES / ((performance.now() - begun) / 1000);
    };
    const { a, b, ratio } = await interleave(ROUNDS, oursOnce, bareOnce);
    const target = { least: 1.5 };
    return {
      what: 'The same until the database shows them',
      unit: 'a second',
      ours: a,
      bare: b,
      ratio,
      target,
    };
  });
}

async function fillThreads({ main }: Scene, account: string, count: number): Promise<void> {
  const now = Date.now();
  await main
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO threads (id, kind, account_id, creator_id, active_at, created_at, updated_at)
      SELECT 'thr_' || substr(?2, 5, 10) || printf('%016d', i), 'direct', ?3, 'crtr_' || printf('%026d', i), ?4 - i, ?4, ?4
      FROM n`,
    )
    .bind(count, newId('thread', now + count), account, now)
    .run();
}

/** A list page of 10,000 threads, compared with one of 100. */
export async function threadList(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles)], async (ours) => {
    const scene = await setThreadScene(ours!.mf);
    const small = await addAccount(scene);
    await fillThreads(scene, small.account, 100);
    await fillThreads(scene, scene.account, 10_000);
    const page = (key: string) => () =>
      cpuPerRequest(ours!, 200, 8, 200, () => ({
        method: 'GET',
        path: '/v1/threads?limit=25',
        headers: { authorization: `Bearer ${key}` },
      }));
    const { a, b, ratio } = await interleave(ROUNDS, page(scene.key), page(small.key));
    const what = 'A page of 10,000 threads (bare: of 100)';
    return { what, unit: 'CPU µs a request', ours: a, bare: b, ratio, target: { most: 1.3 } };
  });
}

/** Opens the sockets of a thread. @returns how to wait until each got as many frames more, and how to close them. */
async function listen(instance: Instance, pathOf: (n: number) => string) {
  let frames = 0;
  let largest = '';
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, n) => {
      const socket = new WebSocket(`${instance.url.replace('http', 'ws')}${pathOf(n)}`);
      socket.addEventListener('message', ({ data }) => {
        const text = String(data);
        if (text.length > largest.length) largest = text;
        // The first frame of ours says that it is open.
        if (!text.startsWith('{"type":"ready"')) frames++;
      });
      await new Promise((opened, failed) => {
        socket.addEventListener('open', opened);
        socket.addEventListener('error', failed);
      });
      return socket;
    }),
  );
  return {
    async got(messages: number) {
      while (frames < messages * SOCKETS) await new Promise((later) => setTimeout(later, 5));
      frames = 0;
    },
    frame: () => largest,
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
}

/** Waits until the databases were told, which the objects' alarms do beside. */
async function settled(instance: Instance): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpuMicros(instance.pid);
    await new Promise((later) => setTimeout(later, 500));
    quiet = cpuMicros(instance.pid) - before < 30_000 ? quiet + 1 : 0;
  }
}

/** CPU time of a message to 200 sockets, compared with an object that hands the same bytes to as many. */
export async function threadDelivery(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles), bare('broadcast.js')], async (ours, plain) => {
    await setThreadScene(ours!.mf);
    const head = newThread();
    await write(ours!, '/__thread/write', head, 1, 1);
    const openings = (n: number): Opening => ({
      head,
      caller: { by: 'key', callerId: 'key_bench', side: newId('creator', Date.now() + n) },
      rights: { reads: true, sends: false, marks: true },
      // Rights are asked in D1 every ten seconds, which is not what is compared.
      askedAt: Date.now() + HOUR_MS,
      after: null,
      ticket: null,
      protocol: null,
    });
    const [listeners, others] = [
      await listen(ours!, (n) => `/__thread/live?opening=${encodeURIComponent(JSON.stringify(openings(n)))}`),
      await listen(plain!, () => '/'),
    ];
    const silent = newThread();
    // What writing a message and telling the database of it take is not the delivery's.
    const oursOnce = async () => {
      const before = cpuMicros(ours!.pid);
      await write(ours!, '/__thread/write', silent, BROADCASTS, 1);
      await settled(ours!);
      const between = cpuMicros(ours!.pid);
      await write(ours!, '/__thread/write', head, BROADCASTS, 1);
      await listeners.got(BROADCASTS);
      await settled(ours!);
      return (cpuMicros(ours!.pid) - between - (between - before)) / BROADCASTS;
    };
    const bareOnce = async () => {
      const texts = Array.from({ length: BROADCASTS }, () => listeners.frame());
      const before = cpuMicros(plain!.pid);
      await send(plain!, 1, 1, 204, () => ({ method: 'POST', path: '/', body: JSON.stringify(texts) }));
      await others.got(BROADCASTS);
      return (cpuMicros(plain!.pid) - before) / BROADCASTS;
    };
    const { a, b, ratio } = await interleave(ROUNDS, oursOnce, bareOnce);
    listeners.close();
    others.close();
    const target = { most: 1.3 };
    return { what: 'A message to 200 sockets', unit: 'CPU µs a message', ours: a, bare: b, ratio, target };
  });
}
