// Runs the recipes of docs/first-party.md exactly as printed: a customer's proxy in front of the service.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/first-party.md'), 'utf8');

export interface Recipe {
  /**
   * Requests a URL below the pixel's path on the customer's site, as a visitor from Austria at 198.51.100.7.
   */
  (path: string, init: RequestInit): Promise<Response>;
  /** The names of all request headers that reached the service. */
  passedOn(): string[];
  stop(): Promise<void>;
}

type Handler = (request: Request) => Promise<Response>;

function codeOf(name: string, language = 'js '): string {
  const code = new RegExp(`\`\`\`${language}${name}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1];
  if (code === undefined) throw new Error(`no recipe for ${name}`);
  return code;
}

export async function startRecipe(
  name: 'cloudflare' | 'nextjs' | 'vercel' | 'nginx',
  target: string,
): Promise<Recipe> {
  const seen = new Set<string>();
  const watch = await startWatch(new URL(target).origin, seen);
  const watched = target.replace(new URL(target).origin, watch.origin);
  const ask =
    name === 'cloudflare'
      ? await inWorkerd(codeOf(name), watched)
      : name === 'nginx'
        ? asNginx(codeOf('nginx', ''), watched)
        : await inNode(name, watched);
  return Object.assign(ask.fetch, {
    passedOn: () => [...seen],
    stop: async () => {
      await ask.stop();
      await watch.stop();
    },
  });
}

/** Forwards requests and records their headers. */
async function startWatch(origin: string, seen: Set<string>) {
  const server = createServer(async (request, response) => {
    for (const [header, value] of Object.entries(request.headers)) seen.add(`${header}: ${value}`);
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
      const url = SITE + (name === 'vercel' ? rewritten(`/s-px/${path}`) : `/s-px/${path}`);
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

/** Where the page's `vercel.json` sends a URL: `:path` is one segment, and the URL keeps its own query. */
function rewritten(address: string): string {
  const config = JSON.parse(codeOf('', 'json')) as Record<string, { source: string; destination: string }[]>;
  const { rewrites, ...others } = config;
  if (!rewrites || Object.keys(others).length > 0) throw new Error('vercel.json holds rewrites alone');
  const [path, query = ''] = address.split('?') as [string, string?];
  for (const { source, destination } of rewrites) {
    const named = /:([a-z]+)/.exec(source)?.[1];
    const found = new RegExp(`^${source.replace(/:[a-z]+/, '([^/]+)')}$`).exec(path);
    if (!found || !named) continue;
    const to = destination.replace(`:${named}`, found[1]!);
    return query === '' ? to : `${to}${to.includes('?') ? '&' : '?'}${query}`;
  }
  throw new Error(`vercel.json sends ${path} nowhere`);
}

/**
 * Does what nginx does with the page's directives, by its documentation: the path of `proxy_pass` replaces
 * the location's prefix, all of the visitor's headers are forwarded except those that are set, and a header
 * that is set to nothing is dropped.
 */
function asNginx(text: string, target: string) {
  const [, prefix, body] = /^location (\/\S*\/) \{\n([\s\S]*)\}\n$/.exec(text) ?? [];
  if (!prefix || !body) throw new Error('one location, whose prefix ends with a slash');
  const variables: Record<string, string> = {
    $remote_addr: '198.51.100.7',
    $geoip2_data_country_code: 'AT',
  };
  let to = '';
  const set = new Headers();
  const removed: string[] = [];
  for (const line of body.trim().split('\n')) {
    const [, name, rest, or] = /^ *(\w+) ([^;]*); *(?:# (?:or (\$\w+)|.*))?$/.exec(line) ?? [];
    if (name === 'proxy_pass') to = rest!.replace(/^https:\/\/\S+?\/px\/pxl_…\/fp\/…\/$/, `${target}/`);
    else if (name === 'proxy_set_header') {
      const [, header, value] = /^(\S+) (\S+)$/.exec(rest!) ?? [];
      const said = variables[or ?? value!] ?? (value === '""' ? '' : value!);
      // The target's host, which is a different one here.
      if (header === 'Host') set.set('Host', new URL(target).host);
      else if (said === '') removed.push(header!);
      else set.set(header!, said);
    } else if (line.trim() !== 'proxy_ssl_server_name on;') throw new Error(`unknown to nginx: ${line}`);
  }
  if (to !== `${target}/`) throw new Error(`proxy_pass leads to ${to}`);
  return {
    fetch: async (path: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      const no = /_service_no=(\d+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
      for (const [name, value] of set) headers.set(name, value.replace('$cookie__service_no', no));
      for (const name of removed) headers.delete(name);
      return await fetch(to + `/s-px/${path}`.slice(prefix.length), { ...init, headers });
    },
    stop: async () => undefined,
  };
}
