// The security headers of every response.

/** Sent even if no browser is expected to read the response. */
export const BROWSER_SAFETY = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
