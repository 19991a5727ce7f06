// The least that hands a text to all sockets of an object. A POST broadcasts each of its texts.
import { DurableObject } from 'cloudflare:workers';

export class Bare extends DurableObject {
  async fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  async broadcast(text) {
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }
}

export default {
  async fetch(request, env) {
    const thread = env.THREAD.get(env.THREAD.idFromName('bench'));
    if (request.method === 'GET') return await thread.fetch(request);
    for (const text of await request.json()) await thread.broadcast(text);
    return new Response(null, { status: 204 });
  },
};
