// The least that a ledger can do: one transaction for an entry and its two balances for each call, and a read
// of balances. Its callers are loops inside the Worker, as for ours.
import { DurableObject } from 'cloudflare:workers';

export class Bare extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec(`CREATE TABLE IF NOT EXISTS journal (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT);
      CREATE TABLE IF NOT EXISTS balances (bucket TEXT PRIMARY KEY, amount INTEGER NOT NULL)`);
  }

  async post(_holder, posting) {
    const { sql } = this.ctx.storage;
    this.ctx.storage.transactionSync(() => {
      sql.exec('INSERT INTO journal (key, body) VALUES (?, ?)', posting.key, JSON.stringify(posting));
      for (const { bucket, amount } of posting.lines) {
        sql.exec(
          'INSERT INTO balances VALUES (?, ?) ON CONFLICT (bucket) DO UPDATE SET amount = amount + excluded.amount',
          bucket,
          amount,
        );
      }
    });
    return { ok: true };
  }

  async balances() {
    return this.ctx.storage.sql.exec('SELECT bucket, amount FROM balances').toArray();
  }
}

export default {
  async fetch(request, env) {
    const ledger = env.LEDGER.get(env.LEDGER.idFromName('bench'));
    if (request.method === 'GET') return Response.json({ data: await ledger.balances() });
    const { callers, postings } = await request.json();
    await call(callers, postings, (posting) => ledger.post('bench', posting));
    return new Response(null, { status: 204 });
  },
};

async function call(callers, postings, post) {
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < postings.length) await post(postings[next++]);
    }),
  );
}
