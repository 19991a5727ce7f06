// Every secret and var of a deployment: which Worker reads it, whether the service runs without it, and how
// to rotate it. docs/deploying.md contains this table, `npm run deploy` checks each Worker against it, and a
// rule test compares it with src/env.ts and with what each Worker's code reads.
import type { Worker } from './workers.ts';

export interface Setting {
  name: string;
  secret: boolean;
  /** The Workers that read it. */
  workers: readonly Worker[];
  required: boolean;
  /** A var that is derived from the deployment, so nobody sets it. */
  made?: true;
  /** The settings of one feature are set all together or not at all. */
  feature?: string;
  what: string;
  /** How to replace a secret without an interruption. Vars change with the next release. */
  rotate?: string;
}

const BOTH = ['api', 'pages'] as const;

function secret(name: string, what: string, rotate: string, more: Partial<Setting> = {}): Setting {
  return { name, secret: true, workers: BOTH, required: false, what, rotate, ...more };
}

function plain(name: string, what: string, more: Partial<Setting> = {}): Setting {
  return { name, secret: false, workers: BOTH, required: false, what, ...more };
}

/** No Worker reads it yet: shops have an adapter, and no domain uses it. */
const REQUIRED = { required: true };
const KEPT = 'Never. Another app ends every connection made with this one.';

export const SETTINGS: readonly Setting[] = [
  secret(
    'SEALING_KEYS',
    "Encrypts platforms' tokens and mails in the database and unsent forms in browsers, and signs cursors and forms. `1:` and the output of `openssl rand -base64 32`.",
    'Two releases: first `1:old,2:new`, so that both Workers can read the new key, then `2:new,1:old`. Keep the old key for as long as connections made with it last.',
    REQUIRED,
  ),
  secret(
    'STRIPE_SECRET_KEY',
    'API key of the platform account at Stripe.',
    'Roll the key at Stripe with 24 hours of overlap, then release.',
    REQUIRED,
  ),
  secret(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secret of the webhook endpoint `<url>/webhooks/stripe`.',
    'Roll it at Stripe with 24 hours of overlap, then release. Stripe signs with both meanwhile.',
    { ...REQUIRED, workers: ['api'] },
  ),
  secret(
    'STRIPE_FINANCIAL_ACCOUNT',
    'Financial account (`fa_…`) that weekly payouts are paid from. Without it their countries are closed.',
    'Never. It is an ID: change it when the money moves to another account.',
    { feature: 'Weekly payouts' },
  ),
  secret(
    'STRIPE_THIN_WEBHOOK_SECRET',
    'Signing secret of the event destination with thin events at `<url>/webhooks/stripe`.',
    'As `STRIPE_WEBHOOK_SECRET`.',
    { feature: 'Weekly payouts', workers: ['api'] },
  ),
  secret(
    'MAIL_API_KEY',
    'Opens the mail service at `MAIL_API_URL`, as a bearer token.',
    'Make a second key there, release, then delete the first.',
    REQUIRED,
  ),
  secret(
    'STAFF_TOKENS',
    'Who of the staff may call the internal routes: entries of `npm run staff-token -- NAME`, with commas between. Without it the internal routes are closed.',
    'Add an entry, release, then take the old one out.',
  ),
  secret('META_APP_ID', 'The app at Meta.', KEPT, { feature: 'Meta' }),
  secret(
    'META_APP_SECRET',
    'Its secret.',
    'Reset it at Meta and release at once: calls to Meta fail in between, and are tried again.',
    { feature: 'Meta' },
  ),
  secret('SHOPIFY_API_KEY', 'The client ID of the app at Shopify.', KEPT, { feature: 'Shopify' }),
  secret(
    'SHOPIFY_API_SECRET',
    'Its secret.',
    'Make a new secret at Shopify, release it with the old one as `SHOPIFY_OLD_API_SECRET`, then revoke the old one.',
    { feature: 'Shopify' },
  ),
  secret(
    'SHOPIFY_OLD_API_SECRET',
    "The app's secret before that, while webhooks may still be signed with it.",
    'Remove it with the release after its revocation.',
  ),
  secret('SNAPCHAT_CLIENT_ID', 'The OAuth app at Snapchat.', KEPT, { feature: 'Snapchat' }),
  secret(
    'SNAPCHAT_CLIENT_SECRET',
    'Its secret.',
    'Regenerate it at Snapchat and release at once: tokens are not renewed in between.',
    { feature: 'Snapchat' },
  ),
  secret('GOOGLE_CLIENT_ID', 'The web client of the Google Cloud project.', KEPT, { feature: 'Google' }),
  secret(
    'GOOGLE_CLIENT_SECRET',
    'Its secret.',
    'Add a second secret at Google, release, then disable and delete the first.',
    { feature: 'Google' },
  ),
  secret('TIKTOK_APP_ID', 'The app at TikTok for Business.', KEPT, { feature: 'TikTok' }),
  secret(
    'TIKTOK_APP_SECRET',
    'Its secret.',
    'Reset it at TikTok and release at once: nobody can connect in between.',
    { feature: 'TikTok' },
  ),
  secret('TIKTOK_CLIENT_KEY', "The Login Kit app at TikTok, for creators' posts.", KEPT, {
    feature: 'TikTok of creators',
  }),
  secret(
    'TIKTOK_CLIENT_SECRET',
    'Its secret.',
    'Reset it at TikTok and release at once: tokens are not renewed in between.',
    { feature: 'TikTok of creators' },
  ),
  secret('INSTAGRAM_APP_ID', "The Instagram app, for creators' posts.", KEPT, { feature: 'Instagram' }),
  secret(
    'INSTAGRAM_APP_SECRET',
    'Its secret.',
    'Reset it at Meta and release at once: nobody can connect in between.',
    { feature: 'Instagram' },
  ),
  plain('WORKER_NAME', 'What the log calls the Worker: its name.', {
    required: true,
    made: true,
    workers: ['api', 'media', 'pages'],
  }),
  plain('SERVICE_NAME', 'The name that people read on pages and in mails.', {
    ...REQUIRED,
    workers: ['api', 'media', 'pages'],
  }),
  plain('PUBLIC_URL', 'The address of the deployment: its `url`.', {
    required: true,
    made: true,
    workers: ['api', 'media', 'pages'],
  }),
  plain('ALLOW_LOCAL_URLS', '`false`: `true` opens what is only safe on one machine.', {
    required: true,
    made: true,
    workers: ['api', 'media', 'pages'],
  }),
  plain('MAIL_API_URL', 'Where mails are posted. Without it mails wait and nobody signs up.', REQUIRED),
  plain('MAIL_FROM', 'The address that mails come from.', REQUIRED),
  plain('FILES_URL', 'A host of its own for uploaded files.'),
  plain(
    'STAFF_PEOPLE',
    'Who of the staff may open the pages under `/staff`: `name:address`, with commas between.',
  ),
  plain('SERVICE_FEE_PERCENT', 'What a brand pays on top of each payment. Default 5.'),
  plain('INSTANT_FEE_PERCENT', 'What an instant withdrawal costs. Default 1.5.'),
  plain('INSTANT_FEE_MINIMUM', 'Its minimum in cents. Default 50.'),
  plain('CROSS_BORDER_FEE_PERCENT', 'What a withdrawal outside the US costs on top. Default 0.25.'),
  plain('BEACONS_A_DAY', 'Browser events of an account a day. Default 1,000,000.'),
  plain('OPEN_UPLOADS', 'Open uploads of an account at once. Default 100.'),
  plain('UPLOAD_BYTES_A_DAY', 'Bytes that an account uploads a day. Default 100 GiB.'),
  plain('TEST_EVENTS_A_DAY', 'Test events of an account a day. Default 1,000.'),
  plain('AD_LOOKUPS_A_DAY', 'Questions of an account to ad platforms a day. Default 2,000.'),
  plain('CAMPAIGNS_A_DAY', 'New campaigns of an account a day. Default 500.'),
  plain('ADS_PLANS_A_DAY', 'New ads plans of an account a day. Default 500.'),
  plain('OPEN_ADS_PLANS', 'Open ads plans of an account. Default 200.'),
  plain('EMBEDS_A_DAY', 'Embed sessions of an account a day. Default 20,000.'),
  plain('CREATOR_CODES_A_DAY', "New creators' codes of an account a day. Default 500."),
  plain('SHORT_LINKS_A_DAY', 'Short links looked up a day, of a creator or an account. Default 100.'),
  plain('MESSAGES_A_MINUTE', 'Messages of an account or a creator in a thread a minute. Default 30.'),
  plain('MESSAGES_A_DAY', 'Messages of an account or a creator a day. Default 2,000.'),
  plain('MESSAGES_BEFORE_ANSWER', 'Messages in a direct thread before the other side ever wrote. Default 5.'),
  plain('SUPPORT_MESSAGES_BEFORE_ANSWER', 'Messages to support before it answers. Default 20.'),
  plain('SOCKETS_A_SIDE', 'Live connections of an account or a creator in a thread. Default 5.'),
  plain('THREADS_A_DAY', 'Threads that an account or a creator opens a day. Default 50.'),
  plain('REPORTS_A_DAY', 'Messages that an account or a creator reports a day. Default 20.'),
  plain('ANSWER_BYTES_A_DAY', "Bytes kept a day of what an account's receivers answer. Default 10 MiB."),
];

/** URLs of outside platforms. Only tests and local runs replace the defaults. */
export const ADDRESSES = [
  'SHORT_LINK_URL',
  'STRIPE_API_URL',
  'META_API_URL',
  'META_DIALOG_URL',
  'SHOPIFY_SHOP_URL',
  'SNAPCHAT_API_URL',
  'SNAPCHAT_BUSINESS_URL',
  'SNAPCHAT_LOGIN_URL',
  'GOOGLE_ADS_API_URL',
  'GOOGLE_ACCOUNTS_URL',
  'GOOGLE_OAUTH_URL',
  'TIKTOK_API_URL',
  'TIKTOK_DIALOG_URL',
  'TIKTOK_OPEN_API_URL',
  'TIKTOK_LOGIN_URL',
  'INSTAGRAM_API_URL',
  'INSTAGRAM_LOGIN_URL',
  'INSTAGRAM_OAUTH_URL',
] as const;

/** The secrets that one Worker reads. */
export function secretsOf(worker: Worker): Setting[] {
  return SETTINGS.filter(({ secret, workers }) => secret && workers.includes(worker));
}
