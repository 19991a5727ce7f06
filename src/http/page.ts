// A page for a person who comes from or goes to somewhere else: a sentence, no scripts, nothing loaded.
import { html } from 'hono/html';

export async function plainPage(name: string, page: { title: string; text: string; status: number }) {
  const { title, text, status } = page;
  const body = html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title} - ${name}</title>
<body><h1>${title}</h1><p>${text}</p><p>${name}</p></body></html>`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  };
  return new Response(String(await body), { status, headers });
}
