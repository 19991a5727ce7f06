import * as clock from '../../src/kit/clock.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { campaignBody } from './ads.ts';
import type { Ads, Demo, Money, Posts, Store, Work } from './demo-file.ts';
import { AD_CODES } from './permissions.ts';

const PEOPLE = [
  ['owner', 'owner of the brand Northwind Coffee'],
  ['admin', 'its admin'],
  ['member', 'its member, who sees no money'],
  ['partner', 'owner of Harbor Agency, with its client brands'],
  ['creator', 'a creator who took over what Northwind wrote of her'],
  ['staff', "one of the service's own people"],
] as const;

function anotherCampaign({ ads, work }: { work: Work; ads: Ads }) {
  return { ...campaignBody(ads.connections.meta, ads.settings, work), name: 'Cold all day' };
}

const JSON_BODY = `-H 'Content-Type: application/json'`;
const authOf = (demo: Demo) => `-H 'Authorization: Bearer ${demo.keys.brand}'`;

/** Examples to try, as lines that can be pasted into a shell. */
export function tour(demo: Demo & { work: Work; money: Money }): string {
  const auth = authOf(demo);
  const json = JSON_BODY;
  const creator = `-H 'Service-Account: ${demo.creators.added}'`;
  const tomorrow = `${demo.baseUrl}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${clock.now() + DAY_MS}`;
  return `
Ready.

  pages         ${demo.baseUrl}/
  API           ${demo.baseUrl}/v1/account
  reference     ${demo.docsUrl}
  demo shop     ${demo.shopUrl}/?service_id=${demo.submission}
  embeds        ${demo.embedsUrl}, each part of the service that a site can show its creators
  webhooks      arrive at ${demo.receiverUrl}/webhooks and are printed here

Sign in, in a browser, at ${demo.baseUrl}/sign-in, as one of these; the password is ${demo.people.owner.password}

${PEOPLE.map(([who, what]) => `  ${demo.people[who].email.padEnd(28)} ${what}`).join('\n')}

  What waits for a person of the service is decided at ${demo.baseUrl}/staff, as the last of them.
  Mails are read at ${demo.baseUrl}/mail: sign up as somebody new, and open the link there.

Try, in another terminal:

  # the account of the demo key
  curl -s ${auth} ${demo.baseUrl}/v1/account

  # the pixel, with the snippet that the demo shop uses
  curl -s ${auth} ${demo.baseUrl}/v1/pixels/${demo.pixel}

  # creators' work: who applies, what is to be reviewed, and one that is live: videoUrl plays for ten minutes
  curl -s ${auth} '${demo.baseUrl}/v1/applications?status=pending'
  curl -s ${auth} '${demo.baseUrl}/v1/submissions?status=review,revision'
  curl -s ${auth} ${demo.baseUrl}/v1/submissions/${demo.work.submissions.live}

  # a decision, as the reviewer takes it
  curl -s -X PATCH ${auth} ${json} ${demo.baseUrl}/v1/submissions/${demo.work.submissions.review} -d '{"tags":["favourite"]}'

  # a purchase, reported by the shop's server; its webhook shows up here within seconds
  curl -s ${auth} ${json} ${demo.baseUrl}/v1/pixels/${demo.pixel}/events -d '{"name":"purchase","orderId":"order-1","value":4200,"currency":"usd","serviceId":"${demo.submission}"}'

  # what came of it
  curl -s ${auth} '${demo.baseUrl}/v1/pixel-events?limit=1'
  curl -s ${auth} '${demo.baseUrl}/v1/conversions/${demo.conversion}/report?by=creator'
  curl -s ${auth} '${demo.baseUrl}/v1/events?limit=1'

  # a payment for a creator's work, approved; the brand's card is charged for it tomorrow
  curl -s -X PATCH ${auth} ${json} ${demo.baseUrl}/v1/payments/${demo.money.payments.pendingApproval} -d '{"decision":"approve"}'

  # what its creator has: pending until the charge, withdrawable after the payout that follows
  curl -s ${auth} ${creator} ${demo.baseUrl}/v1/balance

  # tomorrow, already now: the charge and the payout. Look at the balance again
  curl -s '${tomorrow}'

  # a withdrawal to the creator's bank; pasted again it is the same one
  curl -s ${auth} ${creator} ${json} -H 'Idempotency-Key: tour-1' ${demo.baseUrl}/v1/withdrawals -d '{"amount":5000}'

  # another card, kept by the Stripe simulator: open the url, save one, and look at the account again
  curl -s ${auth} ${json} ${demo.baseUrl}/v1/connections -d '{"provider":"card"}'

All keys and IDs are in the demo file. Ctrl-C stops everything.`;
}

/** The rest of the tour, once the campaigns exist. */
export function campaignTour(demo: Demo & { work: Work; ads: Ads }): string {
  const auth = authOf(demo);
  const json = JSON_BODY;
  return `
The campaigns are there. Try as well:

  # campaigns, one live on each of the simulated ad platforms, and what was done for the one on TikTok
  curl -s ${auth} '${demo.baseUrl}/v1/campaigns?status=live'
  curl -s ${auth} '${demo.baseUrl}/v1/campaigns/${demo.ads.campaigns.tiktok}?expand=timeline'

  # what a plan would change, to be approved, and what became of another one, with its repair
  #   ${demo.baseUrl}/app/${demo.accounts.brand}/plans
  curl -s ${auth} '${demo.baseUrl}/ads/operations?planId=${demo.ads.plans.failed}'

  # another one, launched as soon as it is set up, in a minute or so; then the platform reviews its ads
  curl -s ${auth} ${json} ${demo.baseUrl}/v1/campaigns -d '${JSON.stringify(anotherCampaign(demo))}'`;
}

/** What to look at in the connected store. */
export function storeTour(demo: Demo & { store: Store }): string {
  const auth = authOf(demo);
  const { connection, pixel, orders } = demo.store;
  return `
The store is there. Try as well:

  # the store's page: which orders arrived, the test order, and what is to be done
  #   ${demo.baseUrl}/app/${demo.accounts.brand}/connections/${connection}

  # an order of the store, whose it is, and what came back of another one
  curl -s ${auth} '${demo.baseUrl}/v1/pixel-events?pixel=${pixel}&orderId=${orders.sold}'
  curl -s ${auth} '${demo.baseUrl}/v1/conversions/${demo.conversion}/report?by=creator'`;
}

/** What to look at in the posts of a creator's connected accounts. */
export function postTour(demo: Demo & { posts: Posts }): string {
  const auth = authOf(demo);
  const { posts } = demo.posts;
  return `
The posts are there. Try as well:

  # the page of a post: its views day by day, and what they pay
  #   ${demo.baseUrl}/app/${demo.accounts.brand}/posts/${posts.tiktok}

  # the same by the API, with what speaks for or against its numbers
  curl -s ${auth} '${demo.baseUrl}/v1/posts/${posts.tiktok}'

  # what its creator is asked to permit as an ad. The page behind "requestUrl" takes the code ${AD_CODES.tiktok}
  #   ${demo.baseUrl}/app/${demo.accounts.brand}/ad-authorizations
  curl -s ${auth} '${demo.baseUrl}/v1/ad-authorizations?status=requested'`;
}
