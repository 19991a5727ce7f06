// What the platform "has": a page for people who develop with it.
import { html } from 'hono/html';
import { page } from '../page.ts';
import { adState, campaignState, policyOf } from './status.ts';
import type { Node, World } from './world.ts';

export async function overview(world: World, project: string): Promise<Response> {
  const accounts = world.all('customer').filter(({ id }) => world.all('campaign', id).length > 0);
  const counts = Object.entries(world.counts()).map(
    ([request, count]) => html`<tr><td>${request}</td><td>${count}</td></tr>`,
  );
  const people = world
    .all('grant')
    .map((grant) => html`<li>${world.find(grant.user)!.node.email}${grant._revoked ? ', revoked' : ''}</li>`);
  return page(
    `Google simulator, project ${project}`,
    html`<p>It is ${new Date(world.now()).toISOString()} here.</p>
<h2>Campaigns</h2>${
      accounts.length > 0
        ? accounts.map((one) => html`<h3>${one.descriptiveName}</h3><ul>${treesOf(world, one)}</ul>`)
        : html`<p>None yet.</p>`
    }
<h2>Consents</h2><ul>${people}</ul>
<h2>Operations that took effect</h2><table>${counts}</table>`,
  );
}

function treesOf(world: World, customer: Node) {
  const groups = world.all('adGroup', customer.id);
  const ads = world.all('adGroupAd', customer.id);
  const line = (
    node: Node,
    name: string,
    state: { primaryStatus: string; primaryStatusReasons?: string[] },
  ) =>
    html`<code>${node.id.split('/').at(-1)}</code> ${name}: <strong>${node.status} ${state.primaryStatus}</strong> ${(state.primaryStatusReasons ?? []).join(', ')}`;
  return world.all('campaign', customer.id).map((campaign) => {
    const budget = world.get('campaignBudget', campaign.campaignBudget, customer.id);
    return html`<li>${line(campaign, campaign.name, campaignState(world, customer, campaign))}, ${budget.amountMicros ?? budget.totalAmountMicros} micros<ul>${groups
      .filter((group) => group.campaign === campaign.id)
      .map(
        (group) =>
          html`<li>${group.name}: ${group.status}<ul>${ads
            .filter((ad) => ad.adGroup === group.id)
            .map(
              (ad) =>
                html`<li>${line(ad, ad.ad.name ?? 'Ad', adState(world, customer, ad))}, ${policyOf(world, ad).approvalStatus ?? 'in review'}</li>`,
            )}</ul></li>`,
      )}</ul></li>`;
  });
}
