// The simulated shop platform: our app there, whose ID any 32 hex digits can be.

export const SHOPIFY_APP = '5a0b1c2d3e4f5061728394a5b6c7d8e9';

/** The vars that point the Worker to it. Each shop has a world of its own there, by its name. */
export const shopVars = (simulatorsUrl: string): Record<string, string> => ({
  SHOPIFY_SHOP_URL: `${simulatorsUrl}/shopify/{shop}`,
  SHOPIFY_API_KEY: SHOPIFY_APP,
  // The simulator derives an app's secret from its ID.
  SHOPIFY_API_SECRET: `sim_secret_${SHOPIFY_APP}`,
});
