// The least that a thread can do: one INSERT for each call, and where there is a database, one batch that shows the message.
// Its callers are loops inside the Worker, as for ours.
import { DurableObject } from 'cloudflare:workers';

export class Bare extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS messages (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  }

  async post(body) {
    const { seq } = this.ctx.storage.sql
      .exec('INSERT INTO messages (body) VALUES (?) RETURNING seq', body)
      .one();
    if (this.env.DB)
      await this.env.DB.batch([
        this.env.DB.prepare('INSERT INTO shown VALUES (?1, 0)').bind(seq),
        this.env.DB.prepare('UPDATE threads SET seq = MAX(seq, ?1)').bind(seq),
      ]);
    return { seq };
  }
}

export default {
  async fetch(request, env) {
    const thread = env.THREAD.get(env.THREAD.idFromName('bench'));
    const { callers, bodies } = await request.json();
    let next = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (next < bodies.length) await thread.post(bodies[next++]);
      }),
    );
    return new Response(null, { status: 204 });
  },
};
