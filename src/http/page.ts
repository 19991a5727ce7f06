// A simple page for a person on the way to or from another site: a sentence, without scripts or other
// resources.
import { html } from 'hono/html';
import type { PageWords } from './define-page.ts';

export async function plainPage(name: string, page: PageWords) {
  const { title, text, list, note, button, status } = page;
  const items = list?.map((item) => html`<li>${item}</li>`);
  const form =
    button && html`<form method="post" action="${button.action}"><button>${button.label}</button></form>`;
  const body = html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title} - ${name}</title>
<body><h1>${title}</h1><p>${text}</p>${items && html`<ul>${items}</ul>`}${note && html`<p>${note}</p>`}${form}
<p>${name}</p></body></html>`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    // With no-referrer a form would not show where it comes from.
    'Referrer-Policy': button ? 'same-origin' : 'no-referrer',
  };
  return new Response(String(await body), { status, headers });
}
