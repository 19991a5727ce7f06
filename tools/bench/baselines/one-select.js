// The least that a GET by ID can do: run one D1 statement and return its row as JSON.
export default {
  async fetch(request, env) {
    const id = new URL(request.url).pathname.slice(1);
    const row = await env.DB.prepare('SELECT * FROM conversions WHERE id = ?1').bind(id).first();
    return Response.json({ data: row });
  },
};
