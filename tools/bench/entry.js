// Our bundle as the bench runs it. A POST of message bodies to /__queue/… goes to a queue consumer as one
// batch, so that the consumer is measured without the local queue broker. A POST to /__ledger/… goes to a
// ledger object, and one to /__thread/… to a thread's, which no request reaches directly. Rate limiters always allow: the platform answers them
// inside the isolate, while the local stand-in calls a Durable Object over HTTP each time.
import service from './index.js';

export * from './index.js';

let bindings;
function unlimited(env) {
  const yes = { limit: async () => ({ success: true }) };
  bindings ??= { ...env, READS: yes, WRITES: yes, BEACONS: yes };
  return bindings;
}

/**
 * Sends postings to one ledger from several callers at once, so that the ledger is measured and not its
 * callers' HTTP.
 */
async function post(holder, request, env) {
  const { callers, postings } = await request.json();
  const ledger = env.LEDGER.get(env.LEDGER.idFromName(holder));
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < postings.length) {
        const outcome = await ledger.post(holder, postings[next++]);
        if (!outcome.ok) throw new Error(outcome.refusal.message);
      }
    }),
  );
  return new Response(null, { status: 204 });
}

/** Writes messages into one thread from several callers at once, or opens a socket of it without asking for rights. */
async function thread(request, env) {
  const { pathname, searchParams } = new URL(request.url);
  const of = ({ id }) => env.THREAD.get(env.THREAD.idFromName(id.slice(-12)));
  if (pathname === '/__thread/live') {
    const opening = searchParams.get('opening');
    const headers = { Upgrade: 'websocket', 'Live-Opening': opening };
    return await of(JSON.parse(opening).head).fetch('https://thread/live', { headers });
  }
  const { head, bodies, callers } = await request.json();
  const object = of(head);
  const post = { kind: 'post', files: [], replyTo: null, clientMessageId: null, automated: false };
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < bodies.length) {
        const by = { side: head.account, caller: 'key_bench', now: Date.now(), limits: null };
        const outcome = await object.change(head, by, { ...post, body: bodies[next++] }, null);
        if (!outcome.ok) throw new Error(outcome.refusal.reason);
      }
    }),
  );
  return new Response(null, { status: 204 });
}

export default {
  ...service,
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/__ledger/'))
      return await post(pathname.slice('/__ledger/'.length), request, env);
    if (pathname.startsWith('/__thread/')) return await thread(request, env);
    const at = request.url.indexOf('/__queue/');
    if (at < 0) return await service.fetch(request, unlimited(env), ctx);
    const bodies = await request.json();
    let acked = 0;
    const message = (body, i) => ({
      id: `bench-${i}`,
      timestamp: new Date(),
      attempts: 1,
      body,
      ack: () => acked++,
      retry() {
        throw new Error('the bench met a retry');
      },
    });
    const batch = { queue: request.url.slice(at + '/__queue/'.length), messages: bodies.map(message) };
    await service.queue(batch, env, ctx);
    if (acked !== bodies.length) throw new Error(`${acked} of ${bodies.length} acknowledged`);
    return new Response(null, { status: 204 });
  },
};
