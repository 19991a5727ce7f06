// The commands in our documents that the newcomer's test does not run, and why. It runs all others.
const ACCOUNT = 'needs an account at Cloudflare';
const BY_DEPLOYMENT = `${ACCOUNT}: test/rules/deployment.test.ts runs it against one that is played`;
const RESTORATION =
  `curl -s -H "Authorization: Bearer $STAFF" -H "Content-Type: application/json" ` +
  `<url>/internal/v1/ledgers/acct_…/restoration -d '{"at":"2026-05-04T10:15:00Z","reason":"…"}'`;

const MOVES_DAYS =
  'moves days for all of the demo: test/domains/content/posts/posts.test.ts follows a post from publication to its pay';
const EACH_DAY =
  'for day in 1 2 3 4 5; do curl -s -o /dev/null -d \'{"advance":86400000}\' $TIKTOK/clock; ' +
  'curl -s -o /dev/null "$CRON&time=$(( ($(date +%s) + day * 86400) * 1000 ))"; sleep 2; done';
const APPROVE_POST =
  `curl -s -X PATCH -H "$BRAND" -H 'Content-Type: application/json' -d '{"status":"approved"}' ` +
  'http://127.0.0.1:8787/v1/posts/$POST';

export const NOT_RUN: Record<string, string> = {
  [EACH_DAY]: MOVES_DAYS,
  [APPROVE_POST]: MOVES_DAYS,
  'curl -s "$CRON&time=$(( ($(date +%s) + 7 * 86400) * 1000 ))"': MOVES_DAYS,
  'npm ci': 'asks the registry: the clone has the packages of this checkout',
  'npm ci && npm run dev': 'is how the test begins',
  'npm run dev': 'is how the test begins',
  'npm run dev -- --port 9000': 'is how the test begins, with a port that is free',
  'npm ci && npm test': 'is what runs this',
  'npm run fuzz -- --requests 50000 --seed 7':
    'takes half an hour: by hand, and in short in test/contract/fuzz.test.ts',
  'npm run storm -- --kills 50': 'takes ten minutes: by hand, and once in test/journeys/kill.test.ts',
  'npm run bench': 'takes many minutes, and measures nothing on a busy machine',
  'npm run bench -- --against COMMIT':
    'the same, six times: test/rules/bench.test.ts tests what it says of the numbers',
  'npm run bench -- mirrors': 'a row of it: takes a minute of the suite, for numbers that nobody reads',
  'npx node tools/bench/row-sizes.ts': 'fills databases with rows for minutes',
  'npm run screenshots': 'writes the pictures that are committed',
  'npx wrangler dev': 'takes a gigabyte: test/journeys/local-data.test.ts runs what it runs',
  'npx node tools/deployment/print-tables.ts':
    'writes docs/deploying.md: test/rules/settings.test.ts compares what it would write',
  'npm run deploy': BY_DEPLOYMENT,
  'npm run deploy -- --secrets secrets.env': BY_DEPLOYMENT,
  'npm run deploy -- --secrets FILE': BY_DEPLOYMENT,
  'npm run deploy -- --dry-run': BY_DEPLOYMENT,
  'npm run deploy -- --configs dist/deployment': BY_DEPLOYMENT,
  'npm run cities -- --remote': ACCOUNT,
  'npx wrangler login': ACCOUNT,
  'npx wrangler queues pause-delivery': ACCOUNT,
  'npx wrangler queues pause-delivery lane-files': ACCOUNT,
  'npx wrangler d1 time-travel info service-main --config dist/deployment/wrangler.toml': ACCOUNT,
  'npx wrangler rollback --name creator-marketing-pixel': ACCOUNT,
  'npx wrangler rollback --name creator-marketing-pages': ACCOUNT,
  'npx wrangler rollback --name creator-marketing-media': ACCOUNT,
  'npx wrangler rollback --name creator-marketing-service': ACCOUNT,
  'openssl rand -base64 32': 'is not ours, and may not be there',
  'curl <url>/v1/account': 'is told to be called with a key, as the first step of the tour is',
  [RESTORATION]:
    'takes a ledger that does not verify: test/domains/money/ledger/ledger-restored.test.ts restores such ones',
};
