// The recipes of docs/first-party.md, run as they stand there: a customer's proxy in front of the service.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/first-party.md'), 'utf8');

export interface Recipe {
  /** Asks the customer's site for something below the pixel's path, as a visitor from Austria at 198.51.100.7. */
  (path: string, init: RequestInit): Promise<Response>;
  /** The names of the headers that came through to the service, of all requests. */
  passedOn(): string[];
  stop(): Promise<void>;
}

type Handler = (request: Request) => Promise<Response>;

function codeOf(name: string): string {
  const code = new RegExp(`\`\`\`js ${name}\\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (code === undefined) throw new Error(`no recipe for ${name}`);
  return code;
}

export async function startRecipe(name: 'cloudflare' | 'nextjs' | 'vercel', target: string): Promise<Recipe> {
  const seen = new Set<string>();
  const watch = await startWatch(new URL(target).origin, seen);
  const watched = target.replace(new URL(target).origin, watch.origin);
  const ask = name === 'cloudflare' ? await inWorkerd(codeOf(name), watched) : await inNode(name, watched);
  return Object.assign(ask.fetch, {
    passedOn: () => [...seen],
    stop: async () => {
      await ask.stop();
      await watch.stop();
    },
  });
}

/** Hands requests on and notes which headers they have. */
async function startWatch(origin: string, seen: Set<string>) {
  const server = createServer(async (request, response) => {
    for (const header of Object.keys(request.headers)) seen.add(header);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host, connection, 'content-length': length, ...headers } = request.headers;
    const answer = await fetch(origin + request.url!, {
      method: request.method!,
      headers: headers as Record<string, string>,
      body: request.method === 'POST' ? Buffer.concat(chunks) : null,
    });
    const back = [...answer.headers].filter(
      ([one]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(one),
    );
    response.writeHead(answer.status, Object.fromEntries(back));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SITE = 'https://site.example';

async function inWorkerd(script: string, target: string) {
  const options = {
    modules: true,
    script,
    compatibilityDate: '2026-08-01',
    bindings: { PIXEL_TARGET: target },
  } as unknown as V4MiniflareOptions;
  const worker = new Miniflare(convertV4MiniflareOptions(options));
  await worker.ready;
  return {
    fetch: async (path: string, init: RequestInit) => {
      const headers = { ...(init.headers as Record<string, string>), 'CF-Connecting-IP': '198.51.100.7' };
      const asked = { ...init, headers, cf: { country: 'AT' } };
      return (await worker.dispatchFetch(`${SITE}/s-px/${path}`, asked as never)) as unknown as Response;
    },
    stop: () => worker.dispose(),
  };
}

async function inNode(name: 'nextjs' | 'vercel', target: string) {
  const module = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(codeOf(name))}`
  )) as Record<'GET' | 'POST', Handler>;
  const before = process.env.PIXEL_TARGET;
  process.env.PIXEL_TARGET = target;
  return {
    fetch: async (path: string, init: RequestInit) => {
      const [end, query = ''] = path.split('?') as [string, string?];
      const url = name === 'vercel' ? `${SITE}/api/s-px?path=${end}&${query}` : `${SITE}/s-px/${path}`;
      const headers = new Headers(init.headers);
      headers.set('x-forwarded-for', '198.51.100.7');
      headers.set('x-vercel-ip-country', 'AT');
      return await module[init.method === 'POST' ? 'POST' : 'GET'](new Request(url, { ...init, headers }));
    },
    stop: async () => {
      if (before === undefined) delete process.env.PIXEL_TARGET;
      else process.env.PIXEL_TARGET = before;
    },
  };
}
