// Rows like those of a busy service, by table: row-sizes.ts weighs them.
import { randomBytes } from 'node:crypto';
import { newId } from '../../src/kit/ids.ts';

type Value = string | number | null;
export type Make = (n: number, at: number) => Value;

const text =
  (length: number): Make =>
  () =>
    randomBytes(length).toString('base64').slice(0, length);
export const always =
  (value: Value): Make =>
  () =>
    value;
/** The ID of one of `many` existing records. */
const oneOf = (prefix: string, many: number): Make => {
  return () => `${prefix}_${String(Math.floor(Math.random() * many)).padStart(26, '0')}`;
};
/** The ID of a record that is created with this row. */
const fresh =
  (prefix: string): Make =>
  (_, at) =>
    `${prefix}_${newId('event', at).slice(4)}`;

const account = oneOf('acct', 2_000);
const creator = oneOf('crtr', 100_000);
const money: Record<string, Make> = {
  account_id: account,
  creator_id: creator,
  program_id: oneOf('prog', 5_000),
  application_id: oneOf('appl', 200_000),
  submission_id: fresh('sub'),
  payment_id: fresh('pay'),
  holder: creator,
  currency: always('usd'),
  status: always('succeeded'),
};

/** The values of a table's columns; other columns get a time, a small number, or nothing. */
export type Tables = Record<string, Record<string, Make>>;

export const MAIN: Tables = {
  events: {
    id: fresh('evt'),
    type: always('conversion.recorded'),
    account_id: account,
    creator_id: creator,
    data: (n, at) =>
      JSON.stringify({
        conversion: oneOf('conv', 2_000)(n, at),
        pixel_event: fresh('pev')(n, at),
        submission: fresh('sub')(n, at),
      }),
    relay: text(16),
  },
  products: {
    id: fresh('prod'),
    account_id: account,
    title: text(30),
    description: text(600),
    url: text(60),
    variants: always('[]'),
    status: always('active'),
    currency: always('usd'),
    source: always('shopify'),
    catalogue: always(1),
    external_id: (n) => String(10_000_000_000_000 + n),
    image_url: text(110),
    shop_updated_at: (_, at) => at,
  },
  shop_variants: {
    catalogue: always(1),
    product: (n) => String(10_000_000_000_000 + Math.floor(n / 3)),
    id: (n) => String(40_000_000_000_000 + n),
    title: text(12),
    price: always(12_900),
  },
  // As most are: delivered, and the address erased.
  samples: {
    ...money,
    id: fresh('smp'),
    product_id: oneOf('prod', 100_000),
    variant_id: (n) => String(40_000_000_000_000 + n),
    status: always('delivered'),
    note: text(60),
    tracking_url: text(70),
    approved_at: (_, at) => at,
    shipped_at: (_, at) => at,
    delivered_at: (_, at) => at,
  },
  sample_orders: {
    sample_id: fresh('smp'),
    catalogue: (n) => n % 500,
    variant: (n) => String(40_000_000_000_000 + n),
    state: always('over'),
    draft_id: (n) => String(1_000_000_000_000 + n),
    draft_version: always(2),
    asked_at: (_, at) => at,
    completing_at: (_, at) => at,
    order_id: (n) => String(6_000_000_000_000 + n),
    order_name: (n) => `#${1_000 + n}`,
  },
  creator_codes: {
    ...money,
    id: fresh('code'),
    kind: always('discount'),
    code: text(8),
    key: (n) => `code-${n}`,
    percent: always(1_000),
    status: always('active'),
    connection_id: oneOf('conn', 500),
    discount_id: (n) => String(1_400_000_000_000 + n),
    shop_status: always('active'),
    shop_code: text(8),
    shop_percent: always(1_000),
    shop_uses: always(40),
    shop_read_at: (_, at) => at,
    due_at: (_, at) => at,
    views: (_, at) =>
      JSON.stringify(Array.from({ length: 36 }, (__, day) => ({ at: at + day, views: 12_345 }))),
  },
  deliveries: {
    id: (n) => `dlv_${String(n).padStart(10, '0')}${text(16)(n, 0)}`,
    event_id: fresh('evt'),
    key_id: oneOf('key', 3_000),
    status: always('delivered'),
    delivered_at: (_, at) => at,
  },
  delivery_attempts: {
    delivery_id: (n) => `dlv_${String(n).padStart(10, '0')}${text(16)(n, 0)}`,
    url: always('https://api.shop.example/hooks/creators'),
    status: always(200),
    body: always('{"received":true}'),
  },
  idempotency_keys: {
    account_id: account,
    key: () => crypto.randomUUID(),
    request_hash: text(64),
    status: always(201),
    body: text(1_100),
  },
  payable_conversions: {
    ...money,
    conversion_id: oneOf('conv', 2_000),
    event_id: fresh('pev'),
    value_cents: always(4_200),
    credit: text(180),
    source: always('pixel'),
    state: always('counted'),
  },
  accruals: {
    ...money,
    key: text(64),
    source: always('per_sale'),
    evidence: text(120),
    state: always('paid'),
  },
  payments: {
    ...money,
    id: fresh('pay'),
    cause: text(50),
    source: always('submission'),
    creator_earning_id: fresh('ern'),
    service_holder: always('service:usd:3'),
    approved_at: (_, at) => at,
    succeeded_at: (_, at) => at,
    released_at: (_, at) => at,
  },
  dues: {
    ...money,
    id: fresh('pay'),
    kind: always('payment'),
    charge_id: oneOf('chg', 20_000),
    status: always('charged'),
  },
  earned_payments: { ...money, payment_id: fresh('pay'), source: always('per_video') },
  ledger_instructions: {
    subject: fresh('pay'),
    // JSON, because indexes read it.
    body: (n) => `{"source":"browser","pageUrl":"${text(385)(n, 0)}"}`,
    status: always('done'),
    ended: text(20),
    ended_at: (_, at) => at,
  },
  payouts: {
    ...money,
    holder: fresh('crtr'),
    id: fresh('po'),
    day: always('2026-11-01'),
    status: always('paid'),
    destination: text(21),
    transfer: text(27),
    first_sent_at: (_, at) => at,
    paid_at: (_, at) => at,
  },
  withdrawals: {
    ...money,
    id: fresh('wdr'),
    idempotency_key: () => crypto.randomUUID(),
    request_hash: text(64),
    speed: always('standard'),
    status: always('paid'),
    processor_account: text(21),
    service: always('service:usd:3'),
    line: text(30),
    processor_payout: text(27),
    arrives_at: (_, at) => at,
    kind: always('standard'),
    first_sent_at: (_, at) => at,
  },
  processor_events: {
    id: text(28),
    type: always('payment_intent.succeeded'),
    account: text(21),
    object_id: text(27),
    object_kind: always('payment_intent'),
    status: always('handled'),
    handled_at: (_, at) => at,
  },
  charges: {
    ...money,
    account_id: fresh('acct'),
    id: fresh('chg'),
    day: always('2026-11-01'),
    card: text(27),
    intent: text(27),
    succeeded_at: (_, at) => at,
    fee: always(300),
  },
  submissions: {
    ...money,
    id: fresh('sub'),
    status: always('live'),
    tags: always('["favourite"]'),
    file_id: fresh('file'),
    url: text(60),
    platform: always('tiktok'),
    caption: text(150),
    revisions: always('[]'),
    reviewed_at: (_, at) => at,
    payment_id: fresh('pay'),
  },
  applications: { ...money, id: fresh('appl'), status: always('approved'), pay_status: always('current') },
  creators: {
    id: fresh('crtr'),
    name: text(14),
    handle: text(16),
    email: text(24),
    managed_by: account,
    bio: text(200),
    location: text(14),
    platform_handles: text(60),
    visibility: always('network'),
    interests: text(40),
    creative_styles: text(40),
    search_words: text(120),
    profile_picture: text(40),
  },
  files: {
    id: fresh('file'),
    owner_id: account,
    purpose: always('submission_video'),
    name: text(20),
    status: always('ready'),
    type: always('video/mp4'),
    sha256: text(64),
    blur_hash: text(28),
    url_key: text(32),
  },
  pixels: {
    id: fresh('pxl'),
    account_id: account,
    name: text(12),
    domains: always('["https://shop.example"]'),
    excluded_countries: always('[]'),
    status: always('verified'),
  },
  dead_letters: { id: text(32), queue: always('webhooks'), body: text(120) },
};

const seen = { id: fresh('pev'), account_id: account, pixel_id: oneOf('pxl', 100_000) };

export const SHARD: Tables = {
  pixel_events: {
    ...seen,
    name: always('page_view'),
    state: always('processed'),
    ip_address: text(12),
    // JSON, because indexes read it.
    body: (n) => `{"source":"browser","pageUrl":"${text(385)(n, 0)}"}`,
  },
  event_keys: { ...seen, key: text(40), event_id: fresh('pev') },
  touches: {
    ...seen,
    key: text(40),
    event_id: fresh('pev'),
    submission_id: fresh('sub'),
    creator_id: creator,
  },
  recorded_conversions: {
    ...seen,
    conversion_id: oneOf('conv', 2_000),
    event_id: fresh('pev'),
    group_id: fresh('pev'),
    day: always('2026-11-01'),
    value_cents: always(4_200),
    currency: always('usd'),
    rule: always('own_link'),
    submission_id: fresh('sub'),
    creator_id: creator,
    source: always('server'),
    country: always('US'),
    region: always('CA'),
    credit: text(180),
    payable_at: (_, at) => at,
  },
  outbox: {
    id: fresh('evt'),
    type: always('conversion.recorded'),
    account_id: account,
    creator_id: creator,
    data: text(130),
    relayed_at: (_, at) => at,
  },
  pixel_daily: { pixel_id: fresh('pxl'), day: always('2026-11-01') },
};
