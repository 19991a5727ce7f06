// The least that a receiver of signed webhooks can do: check the body's HMAC, send what it says to the queue, and wait
// until the queue has it.
const encoder = new TextEncoder();

export default {
  async fetch(request, env) {
    const body = await request.arrayBuffer();
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encoder.encode(env.SECRET), hmac, false, ['verify']);
    const given = Uint8Array.from(atob(request.headers.get('x-shopify-hmac-sha256')), (c) => c.charCodeAt(0));
    if (!(await crypto.subtle.verify('HMAC', key, given, body))) return new Response(null, { status: 401 });
    await env.QUEUE.send(JSON.parse(new TextDecoder().decode(body)));
    return Response.json({ data: { received: true } });
  },
};
