import * as z from 'zod';
import type { Lane, LaneMessage } from './jobs/lanes.ts';
import { NO_SEALING_KEYS, type SealingKeys } from './kit/sealed.ts';

/** The queue message of a browser event, made at the edge. `e` is checked again by the consumer. */
export interface PixelEventMessage {
  kind: 'event';
  shard: number;
  account: string;
  /** What the visitor's network is called on that day: see src/pixel/name-network.ts. */
  network: string;
  event: unknown;
}

/** Wakes the consumer for an event that already lies in its shard. */
export interface ProcessMessage {
  kind: 'process';
  shard: number;
  id: string;
  /** The moment to work at, when it is not the present: a cron hands on its scheduled time. */
  at?: number;
  /** Recording it has put something into the shard's outbox already. */
  relay?: boolean;
}

/** Beacons that an isolate refused, summed: the pixel's owner is shown why nothing arrives. */
export interface RejectionsMessage {
  kind: 'rejections';
  shard: number;
  pixel: string;
  /** Makes a second delivery of the message harmless. */
  id: string;
  /** Milliseconds. */
  at: number;
  rows: [origin: string | null, reason: string, count: number][];
}

/** Wakes the delivery of one event to all its keys, or of single deliveries that are due. */
export interface WebhookMessage {
  event?: string;
  deliveries?: string[];
  at?: number;
}

/** Wakes a job for one record; what is to be done is read from its row. */
export interface JobMessage {
  kind: 'file';
  id: string;
  at?: number;
}

export interface Bindings {
  DB: D1Database;
  ARCHIVE: R2Bucket;
  FILES: R2Bucket;
  JOBS: Queue<JobMessage>;
  /** One object for each holder; src/domains/money/ledger/ledger-client.ts knows what it answers. */
  LEDGER: DurableObjectNamespace;
  /** The pixel's own Worker, where /px/* reaches the API's first: under `npm run dev`. */
  PIXEL?: Fetcher;
  /** The documentation, as it was deployed. */
  ASSETS?: Fetcher;
  /** The pages' own Worker, likewise, and in a deployment for the front page with a query: see tools/deploy.ts. */
  PAGES?: Fetcher;
  PIXEL_EVENTS: Queue<PixelEventMessage | ProcessMessage | RejectionsMessage>;
  WEBHOOKS: Queue<WebhookMessage>;
  WEBHOOKS_SLOW: Queue<WebhookMessage>;
  READS: RateLimit;
  WRITES: RateLimit;
  /** Browser events by visitor and pixel: see src/pixel/limits.ts. */
  BEACONS: RateLimit;
  /** Refusals by network address: see src/http/refused-callers.ts. */
  REFUSALS: RateLimit;
  SERVICE_NAME: string;
  PUBLIC_URL: string;
  FILES_URL?: string;
  ALLOW_LOCAL_URLS: string;
}

/** One queue for each lane of jobs. */
type LaneQueues = { [queue in `LANE_${Uppercase<Lane>}`]: Queue<LaneMessage> };

/** The bindings, the lanes' queues, and whatever EVENTS_<n> databases there are. */
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

/** Names by addresses. */
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

/** `id:key`, several with commas between; a key is 32 bytes in base64, with or without its padding. */
const SealingKeyList = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9-]{1,32}:[A-Za-z0-9+/_-]{43}=?)*$/)
  .transform(
    (list): SealingKeys => new Map(list.split(',').map((one) => one.split(':') as [string, string])),
  );

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const Settings = z.object({
  /** What the Worker is called at Cloudflare: the log says so where one of them lacks a secret. */
  WORKER_NAME: z.string().min(1).default('this Worker'),
  SERVICE_NAME: z.string().min(1).default('Service'),
  PUBLIC_URL: z.url().transform(withoutSlash),
  /** The host that serves files and nothing else; PUBLIC_URL where there is none. */
  FILES_URL: z
    .url()
    .regex(/^https?:\/\/[^/?#]+\/*$/)
    .transform(withoutSlash)
    .optional(),
  ALLOW_LOCAL_URLS: z.enum(['true', 'false']).transform((value) => value === 'true'),
  /** What a withdrawal costs: percent, cents at least, and percent on top outside the US. */
  INSTANT_FEE_PERCENT: z.coerce.number().min(0).max(100).default(1.5),
  INSTANT_FEE_MINIMUM: z.coerce.number().int().min(0).default(50),
  CROSS_BORDER_FEE_PERCENT: z.coerce.number().min(0).max(100).default(0.25),
  /** What the service charges a brand on top of each payment. */
  SERVICE_FEE_PERCENT: z.coerce.number().min(0).max(100).multipleOf(0.01).default(5),
  /** How many browser events an account may have in a day (UTC). */
  BEACONS_A_DAY: z.coerce.number().int().min(0).default(1_000_000),
  /** What an account has at once, or in a day (UTC). */
  OPEN_UPLOADS: z.coerce.number().int().min(0).default(100),
  UPLOAD_BYTES_A_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(100 * 1024 ** 3),
  TEST_EVENTS_A_DAY: z.coerce.number().int().min(0).default(1_000),
  /** Questions to ad platforms that a call waits for: what there is to choose from, and changes of what runs there. */
  AD_LOOKUPS_A_DAY: z.coerce.number().int().min(0).default(2_000),
  /** New campaigns, copies among them. */
  CAMPAIGNS_A_DAY: z.coerce.number().int().min(0).default(500),
  /** How much of its receivers' responses is kept, beyond the first words of each: see webhooks/README.md. */
  ANSWER_BYTES_A_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(10 * 1024 ** 2),
  /**
   * Secret. Seals what the database must not hold in the clear (platforms' tokens) and what browsers keep for us (forms that
   * outlive a session), and what signs cursors and forms is derived from it: `id:key`, the newest first, each key 32 random bytes in base64. An older one stays until nothing is sealed with it.
   */
  SEALING_KEYS: SealingKeyList.default(NO_SEALING_KEYS),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  /** Secrets. Without them no money is moved and no webhook believed; `npm run dev` gives those of the simulator. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Thin events come from an event destination of their own, with a secret of its own. */
  STRIPE_THIN_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Global Payouts are paid from this financial account; without it their countries are closed. */
  STRIPE_FINANCIAL_ACCOUNT: z
    .string()
    .regex(/^fa_\w+$/)
    .optional(),
  META_API_URL: z.url().default('https://graph.facebook.com'),
  META_DIALOG_URL: z.url().default('https://www.facebook.com'),
  /** Our app at Meta. Secret; without both, Meta can't be connected. */
  META_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  META_APP_SECRET: z.string().min(1).optional(),
  SNAPCHAT_API_URL: z.url().default('https://adsapi.snapchat.com'),
  SNAPCHAT_BUSINESS_URL: z.url().default('https://businessapi.snapchat.com'),
  SNAPCHAT_LOGIN_URL: z.url().default('https://accounts.snapchat.com'),
  /** Our app at Snapchat. Secret; without both, Snapchat can't be connected. */
  SNAPCHAT_CLIENT_ID: z.uuid().optional(),
  SNAPCHAT_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ADS_API_URL: z.url().default('https://googleads.googleapis.com'),
  GOOGLE_ACCOUNTS_URL: z.url().default('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: z.url().default('https://oauth2.googleapis.com'),
  /** Our project at Google. Secret; without both, Google can't be connected. */
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  TIKTOK_API_URL: z.url().default('https://business-api.tiktok.com'),
  TIKTOK_DIALOG_URL: z.url().default('https://business-api.tiktok.com'),
  /** Our app at TikTok for Business. Secret; without both, TikTok can't be connected. */
  TIKTOK_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  TIKTOK_APP_SECRET: z.string().min(1).optional(),
  /**
   * Secret. Who of the staff may use the internal routes: `name:sha256`, several with commas between, each hash that of
   * a token of `npm run staff-token`. Without it the internal routes are closed to everybody.
   */
  STAFF_TOKENS: StaffTokens.optional(),
  /** Where mail is posted to, from which address, and the secret that opens it: see src/integrations/mail/README.md. */
  MAIL_API_URL: z.url().optional(),
  MAIL_API_KEY: z.string().min(1).optional(),
  MAIL_FROM: z.email().default('no-reply@service.example'),
  /**
   * Who of the staff may open the pages under /staff: `name:address`, several with commas between. Whoever has a token as well
   * has the same name in STAFF_TOKENS: what needs two of the staff goes by names, and so does setting up a second factor.
   */
  STAFF_PEOPLE: StaffPeople.default(new Map()),
});

/** The names of all vars and secrets. tools/deployment/settings.ts says which Worker reads which. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

const Vars = Settings.transform((all) => ({ ...all, FILES_URL: all.FILES_URL ?? all.PUBLIC_URL }));

export type Vars = z.output<typeof Vars>;

const parsed = new WeakMap<object, Vars>();

/** The vars of wrangler.toml, parsed once for an isolate. Throws a ZodError on a misconfigured deployment. */
export function vars(env: Env): Vars {
  const known = parsed.get(env);
  if (known) return known;
  const fresh = Vars.parse(env);
  parsed.set(env, fresh);
  return fresh;
}
