// The service as it comes by a slow line: half of each page, and the rest after a while, in which a browser could paint.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAUSE_MS = 300;

export async function halfAtFirst(baseUrl: string): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(baseUrl + request.url, { headers: { Cookie: request.headers.cookie ?? '' } });
    const body = Buffer.from(await answer.arrayBuffer());
    for (const [name, value] of answer.headers)
      if (!/^(?:content-(?:encoding|length)|transfer-encoding|connection)$/.test(name))
        response.setHeader(name, value);
    response.writeHead(answer.status);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return response.end(body);
    response.write(body.subarray(0, body.length / 2));
    setTimeout(() => response.end(body.subarray(body.length / 2)), PAUSE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
