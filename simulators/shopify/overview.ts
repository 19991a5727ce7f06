// What the shop "has": a page for people who develop with it.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { decimal } from './money.ts';
import { installLink } from './oauth.ts';
import { financialStatus, fulfilmentStatus, type Order, sumsOf } from './order.ts';
import type { World } from './world.ts';

const SHOWN = 30;

export async function overview(world: World): Promise<Response> {
  const owner = world.owner();
  const orders = (world.all('order') as Order[]).slice(0, SHOWN).map((order) => {
    const sums = sumsOf(order, world.setting('giftCardsOutside', false));
    const cells = [
      ...[order.name, order.createdAt, order.source, order.codes.join(' ')],
      `${decimal(sums.currentSubtotal, order.currency)} ${order.currency}`,
      financialStatus(order, sums),
      fulfilmentStatus(order),
      order.cancelledAt ? 'cancelled' : '',
    ];
    return html`<tr><td><code>${order.id}</code></td>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  const subscriptions = world
    .all('subscription')
    .map((one) => html`<li>${one.topic} to ${one.uri}${one.filter ? `, ${one.filter}` : ''}</li>`);
  const apps = await Promise.all(
    world.all('installation').map(async (one) => {
      const app = world.get('app', `app:${one.client}`);
      const link = app?.url ? await installLink(world, one.client, app.url) : null;
      const state = one._uninstalled ? 'uninstalled' : `may ${one.scopes.join(', ')}`;
      return html`<li>${one.client}: ${state}${link ? html`, <a href="${link.href}">open</a>` : ''}</li>`;
    }),
  );
  const [waiting] = world.sql.exec<{ n: number }>('SELECT count(*) AS n FROM deliveries').toArray();
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  return page(
    `Shopify simulator, ${world.shop}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here. ${owner.name} is ${owner.state}, sells in
${owner.currency}, and its address is ${owner.domain}. <a href="http://${world.shop}.localhost:${new URL(world.origin).port}/">Visit
the shop</a>.</p>
<h2>Apps</h2><ul>${apps}</ul>
<h2>Orders</h2><table><tr><th>ID</th><th>name</th><th>made</th><th>source</th><th>codes</th><th>subtotal now</th>
<th>payment</th><th>shipment</th><th></th></tr>${orders}</table>
<h2>Webhooks</h2><p>${waiting?.n ?? 0} wait to be sent.</p><ul>${subscriptions}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}
