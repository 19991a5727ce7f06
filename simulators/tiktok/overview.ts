// What the platform "has": a page for people who develop with it.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { adgroupStatus, adStatus, campaignStatus } from './status.ts';
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
        html`<li>${world.get('user', token.user).display_name}, ${token.advertisers.length} advertisers${token._revoked ? ', revoked' : ''}</li>`,
    );
  const posts = world
    .all('post')
    .map(
      (post) =>
        html`<li><code>${post.id}</code> of ${post._handle}, until ${new Date(post._ends).toISOString()}</li>`,
    );
  return page(
    `TikTok simulator, app ${app}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Campaigns</h2>${trees.length > 0 ? html`<ul>${trees}</ul>` : html`<p>None yet.</p>`}
<h2>Codes of creators</h2><ul>${posts}</ul>
<h2>Tokens</h2><ul>${tokens}</ul>
<h2>Requests that took effect</h2><table>${counts}</table>`,
  );
}

function treeOf(world: World, campaign: Node) {
  const adgroups = world
    .all('adgroup', campaign.advertiser_id)
    .filter((one) => one.campaign_id === campaign.id);
  const ads = world.all('ad', campaign.advertiser_id);
  const line = (id: string, name: string, status: string) =>
    html`<code>${id}</code> ${name}: <strong>${status}</strong>`;
  return html`<li>${line(campaign.id, campaign.campaign_name, campaignStatus(world, campaign))}<ul>${adgroups.map(
    (adgroup) =>
      html`<li>${line(adgroup.id, adgroup.adgroup_name, adgroupStatus(world, adgroup))}, budget ${adgroup.budget || 'of the campaign'}<ul>${ads
        .filter((ad) => ad.adgroup_id === adgroup.id)
        .map((ad) => html`<li>${line(ad.id, ad.ad_name, adStatus(world, ad))}</li>`)}</ul></li>`,
  )}</ul></li>`;
}
