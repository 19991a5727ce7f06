// What the platform "has": a page for people who develop with it.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { view } from './status.ts';
import type { Node, World } from './world.ts';

export async function overview(world: World, app: string): Promise<Response> {
  const trees = world
    .all('campaign')
    .filter((campaign) => !campaign.deleted)
    .map((campaign) => treeOf(world, campaign));
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  const tokens = world
    .all('token')
    .map(
      (token) =>
        html`<li>${world.get('user', token.user).display_name}, until ${new Date(token.expires).toISOString()}${token._revoked ? ', revoked' : ''}</li>`,
    );
  return page(
    `Snapchat simulator, app ${app}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Campaigns</h2>${trees.length > 0 ? html`<ul>${trees}</ul>` : html`<p>None yet.</p>`}
<h2>Tokens</h2><ul>${tokens}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}

function treeOf(world: World, campaign: Node) {
  const line = (kind: string, node: Node) => {
    const { delivery_status: delivery, review_status: review } = view(world, kind, node);
    const words = [node.status, ...(review ? [review] : []), ...delivery].join(', ');
    return html`<code>${node.id}</code> ${node.name}: <strong>${words}</strong>`;
  };
  const squads = world.all('adsquad').filter((one) => one.campaign_id === campaign.id && !one.deleted);
  const ads = world.all('ad').filter((one) => !one.deleted);
  return html`<li>${line('campaign', campaign)}<ul>${squads.map(
    (squad) =>
      html`<li>${line('adsquad', squad)}, budget ${squad.daily_budget_micro ?? squad.lifetime_budget_micro} micro<ul>${ads
        .filter((ad) => ad.ad_squad_id === squad.id)
        .map((ad) => html`<li>${line('ad', ad)}</li>`)}</ul></li>`,
  )}</ul></li>`;
}
