// What every answer of ours says to browsers.

/** Also where no browser is expected to read it. */
export const BROWSER_SAFETY = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
