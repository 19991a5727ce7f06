// The least that a search by prefix can do: read one indexed range of one table, and return its rows as JSON.
const SEARCH = 'SELECT * FROM cities WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT 25';
export default {
  async fetch(request, env) {
    const q = new URL(request.url).searchParams.get('q');
    const { results } = await env.DB.prepare(SEARCH).bind(q, `${q}\uffff`).all();
    return Response.json({ data: results });
  },
};
