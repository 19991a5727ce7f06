// The least that a catalogue needs: parse the lines of a file, page by page, and upsert them with json_each.
const CREATE = [
  `CREATE TABLE IF NOT EXISTS products (id TEXT PRIMARY KEY, title TEXT, body TEXT, url TEXT, image TEXT, price TEXT)`,
  `CREATE TABLE IF NOT EXISTS variants (product TEXT, id TEXT, title TEXT, price TEXT, PRIMARY KEY (product, id)) WITHOUT ROWID`,
];
const PRODUCTS = `INSERT INTO products SELECT value ->> 'id', value ->> 'title', value ->> 'descriptionHtml',
  value ->> 'onlineStoreUrl', value ->> '$.featuredMedia.preview.image.url', value ->> '$.priceRangeV2.minVariantPrice.amount'
  FROM json_each(?1) WHERE true ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body,
  url = excluded.url, image = excluded.image, price = excluded.price`;
const VARIANTS = `INSERT INTO variants SELECT value ->> '__parentId', value ->> 'id', value ->> 'title', value ->> 'price'
  FROM json_each(?1) WHERE true ON CONFLICT (product, id) DO UPDATE SET title = excluded.title, price = excluded.price`;
const PAGE = 512 * 1024;

async function upsert(db, text) {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const children = lines.filter((line) => line.__parentId !== undefined);
  const parents = lines.filter((line) => line.__parentId === undefined);
  await db.batch([
    db.prepare(PRODUCTS).bind(JSON.stringify(parents)),
    db.prepare(VARIANTS).bind(JSON.stringify(children)),
  ]);
}

export default {
  async fetch(request, env) {
    for (const sql of CREATE) await env.DB.prepare(sql).run();
    const response = await fetch(await request.text());
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body) {
      text += decoder.decode(part, { stream: true });
      if (text.length < PAGE) continue;
      const end = text.lastIndexOf('\n') + 1;
      await upsert(env.DB, text.slice(0, end));
      text = text.slice(end);
    }
    await upsert(env.DB, text);
    return new Response(null, { status: 204 });
  },
};
