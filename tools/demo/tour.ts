import type { Demo } from './demo-file.ts';

/** What to try, as lines that can be pasted into a shell. */
export function tour(demo: Demo): string {
  const auth = `-H 'Authorization: Bearer ${demo.keys.brand}'`;
  const json = `-H 'Content-Type: application/json'`;
  return `
Ready.

  API           ${demo.baseUrl}/v1/account
  reference     ${demo.docsUrl}
  demo shop     ${demo.shopUrl}/?service_id=${demo.submission}
  webhooks      arrive at ${demo.receiverUrl}/webhooks and are printed here

Try, in another terminal:

  # the account of the demo key
  curl -s ${auth} ${demo.baseUrl}/v1/account

  # the pixel, with the snippet that the demo shop uses
  curl -s ${auth} ${demo.baseUrl}/v1/pixels/${demo.pixel}

  # a purchase, reported by the shop's server; its webhook shows up here within seconds
  curl -s ${auth} ${json} ${demo.baseUrl}/v1/pixels/${demo.pixel}/events -d '{"name":"purchase","orderId":"order-1","value":4200,"currency":"usd","serviceId":"${demo.submission}"}'

  # what came of it
  curl -s ${auth} '${demo.baseUrl}/v1/pixel-events?limit=1'
  curl -s ${auth} '${demo.baseUrl}/v1/conversions/${demo.conversion}/report?by=creator'
  curl -s ${auth} '${demo.baseUrl}/v1/events?limit=1'

All keys and IDs are in the demo file. Ctrl-C stops everything.`;
}
