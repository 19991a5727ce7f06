// Which paths of the one address belong to the pages' Worker. It stands alone: the API asks it of every request.

/** What a page path begins with, in whole words. The routes of wrangler.pages.toml say the same. */
export const PAGE_PATHS = [
  '/app',
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/verify',
  '/reset',
  '/invitations',
  '/claims',
  '/connections',
  '/ui',
  '/mail',
  '/staff',
  '/components',
  '/api/auth/oauth2/authorize',
  '/api/auth/oauth2/consent',
] as const;

/** Whether a path is `/` or lies under one of those. */
export function isPagePath(path: string): boolean {
  return path === '/' || PAGE_PATHS.some((begin) => path === begin || path.startsWith(`${begin}/`));
}
