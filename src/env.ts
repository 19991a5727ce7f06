import * as z from 'zod';
import { NO_SEALING_KEYS, type SealingKeys } from './kit/sealed.ts';
import type { LaneQueues } from './lanes.ts';

/** What a shop's webhook is about, which is only a reason to read the shop again. */
export interface ShopNewsMessage {
  provider: string;
  kind: string;
  shop: string;
  /** The platform's number of the order, if it is about one. */
  order: string | null;
  /** The platform's number of the product, if it is about one. */
  product: string | null;
  /** The customer whom a privacy request is about: hashes and order numbers. */
  customer: { hashes: { email?: string; phone?: string }; orders: string[] } | null;
  /** The platform's number of a customer's request for their data. */
  request: string | null;
}

/** Wakes the consumer for a shop's codes that are due. */
export interface ShopCodesMessage {
  /** The connection. */
  codesOf: string;
}

/** Wakes the consumer for a shop that is due. */
export interface ShopDueMessage {
  id: string;
}

/** The queue message of a browser event, created at the edge. The consumer checks `e` again. */
export interface PixelEventMessage {
  kind: 'event';
  shard: number;
  account: string;
  /** The name of the visitor's network on that day: see src/pixel/name-network.ts. */
  network: string;
  event: unknown;
}

/** Wakes the consumer for an event that is stored in its shard already. */
export interface ProcessMessage {
  kind: 'process';
  shard: number;
  id: string;
  /** The time to work at, if it is not now: a cron passes on its scheduled time. */
  at?: number;
  /** Set when recording the event has already added to the shard's outbox. */
  relay?: boolean;
}

/** The beacons that an isolate refused, summed, so that the pixel's owner can see why nothing arrives. */
export interface RejectionsMessage {
  kind: 'rejections';
  shard: number;
  pixel: string;
  /** Makes a repeated delivery of the message harmless. */
  id: string;
  /** Milliseconds. */
  at: number;
  rows: [origin: string | null, reason: string, count: number][];
}

/** Wakes the deliveries of one event to all its keys, or single deliveries that are due. */
export interface WebhookMessage {
  event?: string;
  deliveries?: string[];
  at?: number;
}

/** Wakes a job for one record; the record's row says what to do. */
export interface JobMessage {
  kind: 'file';
  id: string;
  at?: number;
}

export interface Bindings {
  DB: D1Database;
  /** Words of messages: src/domains/messaging/message-search. */
  SEARCH: D1Database;
  ARCHIVE: R2Bucket;
  FILES: R2Bucket;
  JOBS: Queue<JobMessage>;
  /** One object for each holder; src/domains/money/ledger/ledger-client.ts describes its interface. */
  LEDGER: DurableObjectNamespace;
  /** One object for each thread; src/domains/messaging/thread-log/thread-client.ts describes its interface. */
  THREAD: DurableObjectNamespace;
  /** The pixel's own Worker, if requests for /px/* reach the API first: under `npm run dev`. */
  PIXEL?: Fetcher;
  /** The documentation's static files, as they were deployed. */
  ASSETS?: Fetcher;
  /**
   * The pages' own Worker, in the same way; in a deployment also for the front page with a query
   * (tools/deploy.ts).
   */
  PAGES?: Fetcher;
  PIXEL_EVENTS: Queue<PixelEventMessage | ProcessMessage | RejectionsMessage>;
  WEBHOOKS: Queue<WebhookMessage>;
  WEBHOOKS_SLOW: Queue<WebhookMessage>;
  SHOPS: Queue<ShopNewsMessage | ShopDueMessage | ShopCodesMessage>;
  READS: RateLimit;
  WRITES: RateLimit;
  /** Limits browser events by visitor and pixel: see src/pixel/limits.ts. */
  BEACONS: RateLimit;
  /** Limits refusals by network: see src/http/refused-callers.ts. */
  REFUSALS: RateLimit;
  SERVICE_NAME: string;
  PUBLIC_URL: string;
  FILES_URL?: string;
  ALLOW_LOCAL_URLS: string;
}

/** The bindings, the lanes' queues, and all EVENTS_<n> databases. */
export type Env = Bindings & LaneQueues & { [shard: `EVENTS_${number}`]: D1Database };

const StaffTokens = z
  .string()
  .regex(/^[\w.@-]{1,64}:[0-9a-f]{64}(,[\w.@-]{1,64}:[0-9a-f]{64})*$/)
  .transform((list) =>
    list.split(',').map((one) => {
      const [name, hash] = one.split(':') as [string, string];
      return { name, hash };
    }),
  );

/** Staff members' names by their email addresses. */
const StaffPeople = z
  .string()
  .regex(/^([\w.@-]{1,64}:[^\s:,@]+@[^\s:,@]+(,(?!$)|$))*$/)
  .transform(
    (list): ReadonlyMap<string, string> =>
      new Map(
        list
          .split(',')
          .filter(Boolean)
          .map((one) => {
            const [name, address] = one.split(':') as [string, string];
            return [address.toLowerCase(), name];
          }),
      ),
  );

/** `id:key`, several separated by commas; a key is 32 bytes in base64, with or without padding. */
const SealingKeyList = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/_-]{43}=?)*$/)
  .transform(
    (list): SealingKeys => new Map(list.split(',').map((one) => one.split(':') as [string, string])),
  );

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const Settings = z.object({
  /** The Worker's name at Cloudflare, for log messages about a missing secret. */
  WORKER_NAME: z.string().min(1).default('this Worker'),
  SERVICE_NAME: z.string().min(1).default('Service'),
  PUBLIC_URL: z.url().transform(withoutSlash),
  /** The host that serves only files; PUBLIC_URL if there is none. */
  FILES_URL: z
    .url()
    .regex(/^https?:\/\/[^/?#]+\/*$/)
    .transform(withoutSlash)
    .optional(),
  ALLOW_LOCAL_URLS: z.enum(['true', 'false']).transform((value) => value === 'true'),
  /** The fees of a withdrawal: percent, minimum in cents, and additional percent outside the US. */
  INSTANT_FEE_PERCENT: z.coerce.number().min(0).max(100).default(1.5),
  INSTANT_FEE_MINIMUM: z.coerce.number().int().min(0).default(50),
  CROSS_BORDER_FEE_PERCENT: z.coerce.number().min(0).max(100).default(0.25),
  /** The service fee that a brand pays on top of each payment. */
  SERVICE_FEE_PERCENT: z.coerce.number().min(0).max(100).multipleOf(0.01).default(5),
  /** The most browser events of an account in a day (UTC). */
  BEACONS_A_DAY: z.coerce.number().int().min(0).default(1_000_000),
  /** The most that an account may have at once, or use in a day (UTC). */
  OPEN_UPLOADS: z.coerce.number().int().min(0).default(100),
  UPLOAD_BYTES_A_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(100 * 1024 ** 3),
  TEST_EVENTS_A_DAY: z.coerce.number().int().min(0).default(1_000),
  /**
   * Requests to ad platforms that an API call waits for: lists of options, and changes of running campaigns.
   */
  AD_LOOKUPS_A_DAY: z.coerce.number().int().min(0).default(2_000),
  /** New campaigns, including copies. */
  CAMPAIGNS_A_DAY: z.coerce.number().int().min(0).default(500),
  /** New plans of the business API. */
  ADS_PLANS_A_DAY: z.coerce.number().int().min(0).default(500),
  /** Plans of an account that are neither executed nor over. */
  OPEN_ADS_PLANS: z.coerce.number().int().min(0).default(200),
  /** New creators' codes, each of which is at most one discount in a shop. */
  CREATOR_CODES_A_DAY: z.coerce.number().int().min(0).default(500),
  /** The most messages of a side (an account or a creator) in a thread in a minute, and in a day (UTC) in all of them. */
  MESSAGES_A_MINUTE: z.coerce.number().int().min(1).default(30),
  MESSAGES_A_DAY: z.coerce.number().int().min(0).default(2_000),
  /** The most before the other side of a direct thread has ever written, and before our staff has answered. */
  MESSAGES_BEFORE_ANSWER: z.coerce.number().int().min(1).default(5),
  SUPPORT_MESSAGES_BEFORE_ANSWER: z.coerce.number().int().min(1).default(20),
  /** Live connections of a side in a thread. */
  SOCKETS_A_SIDE: z.coerce.number().int().min(1).max(200).default(5),
  /** New threads of a side, and messages that it reports. */
  THREADS_A_DAY: z.coerce.number().int().min(0).default(50),
  REPORTS_A_DAY: z.coerce.number().int().min(0).default(20),
  /** Sessions of embeds that an account begins. */
  EMBEDS_A_DAY: z.coerce.number().int().min(0).default(20_000),
  /** Short links of posts that are looked up at the platforms, of a creator or an account. */
  SHORT_LINKS_A_DAY: z.coerce.number().int().min(0).default(100),
  /**
   * How many bytes of its receivers' responses are stored beyond the first words of each: see
   * webhooks/README.md.
   */
  ANSWER_BYTES_A_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(10 * 1024 ** 2),
  /**
   * Secret. `id:key`, the newest first, each key 32 random bytes in base64. Seals texts that the database
   * must not store in plain text (platforms' tokens) and that browsers keep for us (forms that outlive a
   * session); the keys that sign cursors and forms are derived from it. An old key stays until nothing is
   * sealed with it.
   */
  SEALING_KEYS: SealingKeyList.default(NO_SEALING_KEYS),
  /** Where the platforms' hosts behind short links are reached: `{host}` is one of `integrations/short-links/sites.ts`. */
  SHORT_LINK_URL: z
    .string()
    .regex(/^https?:\/\/[^{}]*\{host\}$/)
    .default('https://{host}'),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  /**
   * Secrets. Without them no money is moved and no webhook is accepted; `npm run dev` sets those of the
   * simulator.
   */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Thin events come from a separate event destination, which has its own secret. */
  STRIPE_THIN_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** The financial account that pays Global Payouts; without it, payouts to their countries are closed. */
  STRIPE_FINANCIAL_ACCOUNT: z
    .string()
    .regex(/^fa_\w+$/)
    .optional(),
  META_API_URL: z.url().default('https://graph.facebook.com'),
  META_DIALOG_URL: z.url().default('https://www.facebook.com'),
  /** Our app at Meta. Secret; without both values Meta cannot be connected. */
  META_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  META_APP_SECRET: z.string().min(1).optional(),
  /** Where a shop is reached: `{shop}` is its domain at Shopify, such as `northwind.myshopify.com`. */
  SHOPIFY_SHOP_URL: z
    .string()
    .regex(/^https?:\/\/[^{}]*\{shop\}$/)
    .default('https://{shop}'),
  /** Our app at Shopify. Secret; without both values Shopify cannot be connected. */
  SHOPIFY_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  SHOPIFY_API_SECRET: z.string().min(1).optional(),
  /** Secret. The secret before it, in which webhooks may be signed for a while after it was replaced. */
  SHOPIFY_OLD_API_SECRET: z.string().min(1).optional(),
  SNAPCHAT_API_URL: z.url().default('https://adsapi.snapchat.com'),
  SNAPCHAT_BUSINESS_URL: z.url().default('https://businessapi.snapchat.com'),
  SNAPCHAT_LOGIN_URL: z.url().default('https://accounts.snapchat.com'),
  /** Our app at Snapchat. Secret; without both values Snapchat cannot be connected. */
  SNAPCHAT_CLIENT_ID: z.uuid().optional(),
  SNAPCHAT_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ADS_API_URL: z.url().default('https://googleads.googleapis.com'),
  GOOGLE_ACCOUNTS_URL: z.url().default('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: z.url().default('https://oauth2.googleapis.com'),
  /** Our project at Google. Secret; without both values Google cannot be connected. */
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  TIKTOK_API_URL: z.url().default('https://business-api.tiktok.com'),
  TIKTOK_DIALOG_URL: z.url().default('https://business-api.tiktok.com'),
  /** Our app at TikTok for Business. Secret; without both values TikTok cannot be connected. */
  TIKTOK_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  TIKTOK_APP_SECRET: z.string().min(1).optional(),
  TIKTOK_OPEN_API_URL: z.url().default('https://open.tiktokapis.com'),
  TIKTOK_LOGIN_URL: z.url().default('https://www.tiktok.com'),
  /** Our app of Login Kit, for creators' posts. Secret; without both values no creator can connect TikTok. */
  TIKTOK_CLIENT_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/)
    .optional(),
  TIKTOK_CLIENT_SECRET: z.string().min(1).optional(),
  INSTAGRAM_API_URL: z.url().default('https://graph.instagram.com'),
  INSTAGRAM_LOGIN_URL: z.url().default('https://www.instagram.com'),
  INSTAGRAM_OAUTH_URL: z.url().default('https://api.instagram.com'),
  /** Our app of the Instagram API. Secret; without both values Instagram cannot be connected. */
  INSTAGRAM_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  INSTAGRAM_APP_SECRET: z.string().min(1).optional(),
  /**
   * Secret. The staff members who may use the internal routes: `name:sha256`, several separated by commas,
   * each the hash of a token from `npm run staff-token`. Without it the internal routes are closed to
   * everybody.
   */
  STAFF_TOKENS: StaffTokens.optional(),
  /** The mail provider's URL, the sender address and the secret: see src/integrations/mail/README.md. */
  MAIL_API_URL: z.url().optional(),
  MAIL_API_KEY: z.string().min(1).optional(),
  MAIL_FROM: z.email().default('no-reply@service.example'),
  /**
   * The staff members who may open the pages under /staff: `name:address`, several separated by commas. A
   * person who also has a token needs the same name in STAFF_TOKENS: approvals by a second staff member and
   * the setup of a second factor compare names.
   */
  STAFF_PEOPLE: StaffPeople.default(new Map()),
});

/** The names of all vars and secrets. tools/deployment/settings.ts says which Worker reads which. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

const Vars = Settings.transform((all) => ({ ...all, FILES_URL: all.FILES_URL ?? all.PUBLIC_URL }));

export type Vars = z.output<typeof Vars>;

const parsed = new WeakMap<object, Vars>();

/** The vars of wrangler.toml, parsed once per isolate. Throws a ZodError for a misconfigured deployment. */
export function vars(env: Env): Vars {
  const known = parsed.get(env);
  if (known) return known;
  const fresh = Vars.parse(env);
  parsed.set(env, fresh);
  return fresh;
}
