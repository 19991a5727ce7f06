// The least that a durable delivery can do: one statement claims a batch; each body is signed and sent with a
// deadline, and a bounded part of its response is read; one statement writes the results of the batch.
const CREATE = `CREATE TABLE IF NOT EXISTS deliveries
  (id INTEGER PRIMARY KEY, body TEXT, status TEXT, attempts INTEGER, lease TEXT, answered INTEGER)`;
const FILL = `INSERT INTO deliveries (body, status, attempts)
  SELECT ?1, 'pending', 0 FROM json_each(?2)`;
const CLAIM = `UPDATE deliveries SET lease = ?1, attempts = attempts + 1
  WHERE id IN (SELECT id FROM deliveries WHERE status = 'pending' AND lease IS NULL LIMIT 100) RETURNING id, body`;
const RECORD = `UPDATE deliveries SET status = 'delivered', answered = done.value ->> 1
  FROM json_each(?1) AS done WHERE deliveries.id = done.value ->> 0`;
const TIMEOUT_MS = 10_000;
const BOUND = 65_536;

const encoder = new TextEncoder();
let key;

async function sign(body) {
  key ??= await crypto.subtle.importKey(
    'raw',
    encoder.encode('whsec_bench'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const at = Math.floor(Date.now() / 1000);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${at}.${body}`)));
  return `t=${at},v1=${bytes.toHex?.() ?? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function deliver(url, { id, body }) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { 'Content-Type': 'application/json', 'Webhook-Signature': await sign(body) };
  const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > BOUND) break;
  }
  if (!response.ok) throw new Error(`receiver answered ${response.status}`);
  return [id, response.status];
}

async function deliverBatch(env, url, concurrency) {
  const { results } = await env.DB.prepare(CLAIM).bind(crypto.randomUUID()).all();
  const done = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < results.length) done.push(await deliver(url, results[next++]));
    }),
  );
  await env.DB.prepare(RECORD).bind(JSON.stringify(done)).run();
}

export default {
  async fetch(request, env) {
    const { url, count, concurrency, body } = await request.json();
    if (new URL(request.url).pathname === '/fill') {
      await env.DB.prepare(CREATE).run();
      await env.DB.prepare(FILL)
        .bind(body, JSON.stringify(Array.from({ length: count }, () => 0)))
        .run();
    } else {
      for (let done = 0; done < count; done += 100) await deliverBatch(env, url, concurrency);
    }
    return new Response(null, { status: 204 });
  },
};
