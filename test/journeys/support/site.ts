// A customer's site: pages that a test adds, and a proxy for the first-party path.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SitePage {
  html: string;
  headers?: Record<string, string>;
}

export interface Site {
  /**
   * http://127.0.0.1:<port>. The same server also answers as http://localhost:<port>, which is another
   * origin.
   */
  origin: string;
  foreignOrigin: string;
  /** Adds a page at `path`. */
  put(path: string, page: SitePage | string): void;
  /** Forwards everything under `path` to `target` as a customer's proxy would, with these headers added. */
  proxy(path: string, target: string, headers: Record<string, string>): void;
  stop(): Promise<void>;
}

/** A page with `snippet` in its head, as a customer would paste it. */
export function pageWith(snippet: string, body = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Site</title>\n${snippet}\n</head><body>${body}</body></html>`;
}

/** The stub that lets a page call service() before the script has loaded. */
export const STUB = `<script>window.service = window.service || function () { (service.q = service.q || []).push(arguments); };</script>`;

export async function startSite(): Promise<Site> {
  const pages = new Map<string, SitePage>();
  const proxies = new Map<string, { target: string; headers: Record<string, string> }>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    for (const [path, to] of proxies) {
      if (!pathname.startsWith(`${path}/`)) continue;
      const answer = await forward(request, to.target + request.url!.slice(path.length), to.headers);
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
      return;
    }
    const page = pages.get(pathname);
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }).end(page.html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    foreignOrigin: `http://localhost:${port}`,
    put: (path, page) => pages.set(path, typeof page === 'string' ? { html: page } : page),
    proxy: (path, target, headers) => proxies.set(path, { target, headers }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(request: IncomingMessage, url: string, more: Record<string, string>) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers(more);
  for (const name of ['origin', 'referer', 'user-agent', 'content-type', 'sec-gpc']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const answer = await fetch(url, {
    method: request.method!,
    headers,
    body: request.method === 'POST' ? Buffer.concat(chunks) : null,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(
    ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
  );
  return { status: answer.status, headers: kept, body };
}
