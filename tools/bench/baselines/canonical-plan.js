// The least that a plan needs: parse it, write it as canonical JSON, hash that, and keep both.
const CREATE = 'CREATE TABLE IF NOT EXISTS plans (id TEXT PRIMARY KEY, hash TEXT, body TEXT)';
const INSERT = 'INSERT INTO plans VALUES (?1, ?2, ?3)';

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

let ready;
export default {
  async fetch(request, env) {
    ready ??= env.DB.prepare(CREATE).run();
    await ready;
    const body = await request.json();
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(body)));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    await env.DB.prepare(INSERT).bind(crypto.randomUUID(), hash, JSON.stringify(body)).run();
    return new Response(null, { status: 204 });
  },
};
