// The pictures of docs/screenshots by name: one of each page on a desk and on a phone, and a few in the dark.

/** Together. */
export const MOST_BYTES = 6_000_000;

const NAMES: Readonly<Record<string, string>> = {
  '/': 'home',
  '/app': 'workspaces',
  '/app/:place': 'overview',
  '/api/auth/oauth2/authorize': 'consent',
  // Before a workspace is chosen.
  '/connections/install/:provider/:ticket': 'choose-brand',
};

/** "/app/:place/products/:product" is "products-product". */
export const pictureName = (path: string): string =>
  NAMES[path] ??
  path
    .replace(/^\/app\/:place\//, '')
    .replaceAll(':', '')
    .split('/')
    .filter((part) => part !== '')
    .join('-');

/** Pages that show nothing, each with the reason. */
export const WITHOUT_PICTURE: Readonly<Record<string, string>> = {
  '/app/:place/analytics/csv': 'is a file',
  '/p/:program/image': 'is a picture itself',
  '/connections/callback/:provider': 'leads on to where the connection was begun',
  '/connections/:visit/again': 'leads on to the platform',
  '/embed/window/:session/back': 'closes its window',
};

/** What a page is for somebody else, or in another state. */
export const FURTHER = [
  'overview-partner',
  'overview-creator',
  'programs-program-creator',
  'submissions-submission-creator',
  'creators-selected',
  'campaigns-form',
  'plans-plan-waiting',
  'connections-shop',
  'sale',
  'not-found',
] as const;

export type Further = (typeof FURTHER)[number];

export const LOOKS = {
  desk: { width: 1280, height: 800, dark: false },
  phone: { width: 375, height: 812, dark: false },
  'desk-dark': { width: 1280, height: 800, dark: true },
  'phone-dark': { width: 375, height: 812, dark: true },
} as const;

export type Look = keyof typeof LOOKS;

const DARK: Readonly<Record<string, Look>> = {
  overview: 'desk-dark',
  submissions: 'desk-dark',
  'submissions-submission': 'desk-dark',
  'campaigns-campaign': 'desk-dark',
  'campaigns-form': 'desk-dark',
  'messages-thread': 'desk-dark',
  'overview-creator': 'phone-dark',
  payments: 'phone-dark',
  'plans-plan': 'phone-dark',
  'sign-in': 'phone-dark',
};

export const looksOf = (name: string): Look[] => ['desk', 'phone', ...(name in DARK ? [DARK[name]!] : [])];

export const fileOf = (name: string, look: Look): string => `${name}.${look}.webp`;
