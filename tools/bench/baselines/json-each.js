// The least that a consumer can do: put a batch into one table with one statement.
const CREATE = `CREATE TABLE IF NOT EXISTS events
  (id TEXT PRIMARY KEY, account TEXT, pixel TEXT, name TEXT, at INTEGER, body TEXT)`;
const INSERT = `INSERT INTO events SELECT value ->> 'id', value ->> 'account', value ->> 'pixel', value ->> 'name',
  value ->> 'at', value -> 'body' FROM json_each(?1)`;
let ready;
export default {
  async fetch(request, env) {
    ready ??= env.DB.prepare(CREATE).run();
    await ready;
    await env.DB.prepare(INSERT)
      .bind(await request.text())
      .run();
    return new Response(null, { status: 204 });
  },
};
