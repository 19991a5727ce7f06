// What the platform "has": a page for people who develop with it.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { adStatus, adsetStatus, campaignStatus } from './status.ts';
import type { Node, World } from './world.ts';

export async function overview(world: World, app: string): Promise<Response> {
  const trees = world.all('campaign').map((campaign) => treeOf(world, campaign));
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  const tokens = world
    .all('token')
    .map(
      (token) =>
        html`<li>${world.get('user', token.user).name}, until ${new Date(token.expires).toISOString()}${token._revoked ? ', revoked' : ''}</li>`,
    );
  return page(
    `Meta simulator, app ${app}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Campaigns</h2>${trees.length > 0 ? html`<ul>${trees}</ul>` : html`<p>None yet.</p>`}
<h2>Tokens</h2><ul>${tokens}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}

function treeOf(world: World, campaign: Node) {
  const adsets = world.all('adset', campaign._account).filter((one) => one.campaign_id === campaign.id);
  const ads = world.all('ad', campaign._account);
  const line = (node: Node, status: string) =>
    html`<code>${node.id}</code> ${node.name}: <strong>${status}</strong>`;
  return html`<li>${line(campaign, campaignStatus(world, campaign))}<ul>${adsets.map(
    (adset) =>
      html`<li>${line(adset, adsetStatus(world, adset))}, budget ${adset.daily_budget ?? adset.lifetime_budget ?? 'of the campaign'}<ul>${ads
        .filter((ad) => ad.adset_id === adset.id)
        .map((ad) => html`<li>${line(ad, adStatus(world, ad))}</li>`)}</ul></li>`,
  )}</ul></li>`;
}
