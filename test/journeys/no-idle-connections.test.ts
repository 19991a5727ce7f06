// The harness replaces undici's dispatcher by a symbol. This fails when another version of Node has it
// elsewhere.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';

it('a journey keeps no connection between two requests', async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('here');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  for (let asked = 0; asked < 3; asked++)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  server.close();
  expect(ports.size).toBe(3);
});
