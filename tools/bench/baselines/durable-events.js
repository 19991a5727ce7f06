// The least that a durable consumer of pixel events can do: it looks up a batch's keys, and writes the
// events, their keys and the day's counters in one transaction, into the same tables and indexes as a shard.
// It attributes nothing, counts no conversions and sends no events.
const KNOWN = `SELECT k.key FROM json_each(?1) j
  JOIN event_keys k ON k.pixel_id = j.value ->> 0 AND k.key = j.value ->> 1`;
const EVENTS = `INSERT INTO pixel_events
  (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, ip_address, body, credit, counted, rev)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, 'processed', value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, value -> 8, NULL, 1, 1 FROM json_each(?1)`;
const KEYS = `INSERT INTO event_keys (pixel_id, key, event_id)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;
const DAY = `INSERT INTO pixel_daily
    (pixel_id, day, events, consented, from_server, with_user_data, with_click_ids, credited, located, bots, last_seen_at)
  VALUES (?1, ?2, ?3, ?3, 0, 0, 0, 0, ?3, 0, ?4)
  ON CONFLICT (pixel_id, day) DO UPDATE SET events = events + excluded.events, consented = consented + excluded.consented,
    located = located + excluded.located, last_seen_at = MAX(last_seen_at, excluded.last_seen_at)`;

export default {
  async fetch(request, env) {
    const messages = await request.json();
    const events = [];
    const keys = [];
    for (const { account, event: e } of messages) {
      const matters = e.name === 'page_view' ? 0 : 1;
      events.push([
        e.id,
        account,
        e.pixelId,
        e.name,
        e.occurredAt,
        e.receivedAt,
        matters,
        e.ipAddress,
        e.body,
      ]);
      if (e.body.eventId) keys.push([e.pixelId, `event:${e.name}:${e.body.eventId}`, e.id]);
      if (e.body.orderId) keys.push([e.pixelId, `order:${e.name}:${e.body.orderId}`, e.id]);
    }
    const written = JSON.stringify(keys);
    if (keys.length > 0) {
      const { results } = await env.DB.prepare(KNOWN).bind(written).all();
      if (results.length > 0) throw new Error('an event came twice');
    }
    const { pixelId, receivedAt } = messages[0].event;
    const day = new Date(receivedAt).toISOString().slice(0, 10);
    await env.DB.batch([
      env.DB.prepare(EVENTS).bind(JSON.stringify(events)),
      env.DB.prepare(KEYS).bind(written),
      env.DB.prepare(DAY).bind(pixelId, day, messages.length, receivedAt),
    ]);
    return new Response(null, { status: 204 });
  },
};
