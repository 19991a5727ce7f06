// The least that an ingest can do: read the JSON, send it to the queue, and wait until the queue has it.
export default {
  async fetch(request, env) {
    const event = await request.json();
    await env.QUEUE.send(event);
    return new Response(null, { status: 202 });
  },
};
