// A page of a simulated platform, for people.
import { html } from 'hono/html';

export async function page(title: string, body: unknown, status = 200): Promise<Response> {
  const text =
    await html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`;
  return new Response(String(text), { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
