// The least an ingest can do: read the JSON, hand it to the queue, wait for the queue to have it.
export default {
  async fetch(request, env) {
    const event = await request.json();
    await env.QUEUE.send(event);
    return new Response(null, { status: 202 });
  },
};
