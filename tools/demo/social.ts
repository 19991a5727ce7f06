// The simulated social platforms, where creators connect the accounts that they post in.

export const SOCIAL_APPS = { instagram: '200300400500600', tiktok: 'awsim200300400500' } as const;

/** The vars that point the Worker to them. The simulators derive an app's secret from its name. */
export const socialVars = (simulatorsUrl: string): Record<string, string> => ({
  SHORT_LINK_URL: `${simulatorsUrl}/short-links/demo/{host}`,
  INSTAGRAM_API_URL: `${simulatorsUrl}/instagram`,
  INSTAGRAM_LOGIN_URL: `${simulatorsUrl}/instagram`,
  INSTAGRAM_OAUTH_URL: `${simulatorsUrl}/instagram`,
  INSTAGRAM_APP_ID: SOCIAL_APPS.instagram,
  INSTAGRAM_APP_SECRET: `sim_secret_${SOCIAL_APPS.instagram}`,
  TIKTOK_OPEN_API_URL: `${simulatorsUrl}/tiktok-display`,
  TIKTOK_LOGIN_URL: `${simulatorsUrl}/tiktok-display`,
  TIKTOK_CLIENT_KEY: SOCIAL_APPS.tiktok,
  TIKTOK_CLIENT_SECRET: `sim_secret_${SOCIAL_APPS.tiktok}`,
});
