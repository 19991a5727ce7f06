// The paths that belong to the pages' Worker. This file imports nothing, because the API calls it for every
// request.

/** The first segments of the pages' paths. The routes of wrangler.pages.toml list the same. */
export const PAGE_PATHS = [
  '/app',
  '/p',
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/verify',
  '/reset',
  '/invitations',
  '/claims',
  '/ad-requests',
  '/connections',
  '/ui',
  '/mail',
  '/unsubscribe',
  '/staff',
  '/components',
  '/embed',
  '/api/auth/oauth2/authorize',
  '/api/auth/oauth2/consent',
] as const;

/** Whether a path is `/` or is below one of those. */
export function isPagePath(path: string): boolean {
  return path === '/' || PAGE_PATHS.some((begin) => path === begin || path.startsWith(`${begin}/`));
}
