// Imported for its effect by whatever starts wrangler or its parts, here or in a child: they ask nothing of the internet.
// The look-up of where this machine is fails without a network, and wrangler sometimes ends with it.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
process.env.WRANGLER_SEND_METRICS = 'false';
