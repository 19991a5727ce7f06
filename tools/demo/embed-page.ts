// The demo shop's page for its creators: each component of embeds, shown to one of the brand's creators, and the
// little server behind it that begins their sessions. It is on another origin than the service, as customers' sites are.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EMBED_COMPONENTS, type EmbedComponent } from '../../src/auth/frame.ts';
import { callApi } from './api.ts';

export interface EmbedPage {
  baseUrl: string;
  shopUrl: string;
  /** The brand's key, which stays on this server. */
  key: string;
  /** Who is signed in at the shop. */
  creator: string;
}

const COMPONENTS = Object.keys(EMBED_COMPONENTS) as EmbedComponent[];

/** Answers what lies under /creators. @returns false for any other path. */
export async function answerEmbedPage(
  page: EmbedPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url ?? '/', page.shopUrl);
  const asked = searchParams.get('component');
  const component = COMPONENTS.find((one) => one === asked) ?? COMPONENTS[0]!;
  if (pathname === '/creators') {
    response.writeHead(200, headers(page, 'text/html')).end(html(component));
  } else if (pathname === '/creators/embed.css') {
    response.writeHead(200, headers(page, 'text/css')).end(STYLES);
  } else if (pathname === '/creators/embed.js') {
    response.writeHead(200, headers(page, 'text/javascript')).end(script(page, component));
  } else if (pathname === '/creators/secret' && request.method === 'POST') {
    // A page of another site must not begin sessions here.
    if (request.headers['sec-fetch-site'] !== 'same-origin') response.writeHead(403).end();
    else await answerSecret(page, component, response);
  } else return false;
  return true;
}

async function answerSecret(
  { baseUrl, shopUrl, key, creator }: EmbedPage,
  component: EmbedComponent,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = { component, creator, origin: shopUrl };
    const { clientSecret } = await callApi<{ clientSecret: string }>(
      `${baseUrl}/v1/embeds`,
      'POST',
      { key },
      body,
    );
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(clientSecret);
  } catch (error) {
    response.writeHead(502, { 'Content-Type': 'text/plain' }).end((error as Error).message);
  }
}

/** As strict as a customer's page can be: docs/guides/embeds.md says what it has to allow. */
const headers = ({ baseUrl }: EmbedPage, type: string) => ({
  'Content-Type': `${type}; charset=utf-8`,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; script-src 'self' ${baseUrl}; frame-src ${baseUrl}; style-src 'self'; connect-src 'self'; img-src data:`,
  'Cross-Origin-Embedder-Policy': 'require-corp',
});

const STYLES = `:root{color-scheme:light dark}body{font:17px/1.5 system-ui;max-width:44rem;margin:3rem auto;padding:0 1rem}
nav{display:flex;flex-wrap:wrap;gap:1rem;margin-block-end:1rem}[aria-current]{font-weight:700}#heard{color:#777;font-size:14px}`;

const script = ({ baseUrl }: EmbedPage, component: EmbedComponent): string => `const add = (text) => {
  const line = document.createElement('li');
  line.textContent = text;
  document.querySelector('#heard').append(line);
};
const load = document.createElement('script');
load.src = '${baseUrl}/embed/v1.js';
load.crossOrigin = 'anonymous';
load.onload = () => Service.mount(document.querySelector('#embed'), {
  component: '${component}',
  fetchClientSecret: async () => {
    const answer = await fetch('/creators/secret?component=${component}', { method: 'POST' });
    const text = await answer.text();
    if (!answer.ok) add(text);
    return text;
  },
  onReady: () => add('ready'),
  onSubmitted: ({ kind, id }) => add('submitted: ' + kind + ' ' + id),
  onCompleted: ({ kind, id }) => add('completed: ' + kind + ' ' + id),
  onAuthRequired: () => add('authRequired'),
  onEnded: ({ reason }) => add('ended: ' + reason),
  onLoadError: ({ reason }) => add('loadError: ' + reason),
});
document.head.append(load);
`;

function html(component: EmbedComponent): string {
  const links = COMPONENTS.map(
    (one) =>
      `<a href="/creators?component=${one}"${one === component ? ' aria-current="page"' : ''}>${one}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Our creators – Northwind Coffee</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/creators/embed.css">
</head>
<body>
<h1>Our creators</h1>
<nav aria-label="Components">${links.join('')}</nav>
<div id="embed"></div>
<h2>What this page heard</h2>
<ol id="heard"></ol>
<script src="/creators/embed.js?component=${component}"></script>
</body>
</html>`;
}
