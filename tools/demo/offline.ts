// Everything that starts wrangler or its parts imports this first: it disables a lookup of this machine's
// location on the internet, which fails without a network and sometimes makes wrangler exit.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
process.env.WRANGLER_SEND_METRICS = 'false';
