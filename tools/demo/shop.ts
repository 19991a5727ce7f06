// A shop of three pages with the pixel's snippet in its head, exactly as the API returns it, and one for its creators.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { answerEmbedPage, type EmbedPage } from './embed-page.ts';

const PRICE_CENTS = 4200;

export interface ShopOptions {
  port: number;
  /** The pixel's snippet. */
  snippet: string;
  /** The submission whose link the product page suggests. */
  submission: string;
  /** The page with the components of embeds. */
  embeds: EmbedPage;
}

export async function startShop({ port, snippet, submission, embeds }: ShopOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (await answerEmbedPage(embeds, request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://shop.local');
    const page = pages[pathname];
    if (!page) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page in this shop.');
      return;
    }
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(html(page.title, page.body(submission), snippet));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

interface Page {
  title: string;
  body(submission: string): string;
}

const pages: Record<string, Page | undefined> = {
  '/': {
    title: 'Coffee grinder',
    body: (submission) => `
<p>A hand grinder of steel and oak. 42.00 USD.</p>
<p><a href="/cart">Put it into the cart</a></p>
<p class="aside">Arrive as somebody who watched a creator's video: <a href="/?service_id=${submission}">/?service_id=${submission}</a></p>
<script>service('track', 'view_content', { properties: { productId: 'grinder' } });</script>`,
  },
  '/cart': {
    title: 'Cart',
    body: () => `
<p>1 × Coffee grinder, 42.00 USD.</p>
<p><a href="/checkout">Buy it</a></p>
<script>service('track', 'add_to_cart', { value: ${PRICE_CENTS}, currency: 'usd', properties: { productId: 'grinder' } });</script>`,
  },
  '/checkout': {
    title: 'Thank you',
    body: () => {
      const order = `order-${randomUUID().slice(0, 8)}`;
      return `
<p>Your order is <code id="order">${order}</code>.</p>
<p><a href="/">Back to the shop</a></p>
<script>service('track', 'purchase', { orderId: '${order}', eventId: '${order}', value: ${PRICE_CENTS}, currency: 'usd' });</script>`;
    },
  },
};

/** The stub lets a page call service() before the script has loaded. */
const STUB = `<script>window.service = window.service || function () { (service.q = service.q || []).push(arguments); };</script>`;

function html(title: string, body: string, snippet: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Northwind Coffee</title>
<style>body{font:17px/1.5 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem}.aside{color:#666;font-size:14px}</style>
${STUB}
${snippet}
</head>
<body>
<h1>${title}</h1>${body}
</body>
</html>`;
}
