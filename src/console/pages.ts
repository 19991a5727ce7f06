// All pages, grouped by how their paths begin. A request loads only the pages of its own groups.
import type { ConsolePage } from './page.ts';

export interface PageGroup {
  /**
   * Path prefixes of its pages, in whole segments; `:place` is any workspace. A prefix with a trailing slash
   * matches only that path itself, with or without the slash.
   */
  under: readonly string[];
  load: () => Promise<readonly ConsolePage[]>;
}

export const PAGE_GROUPS: readonly PageGroup[] = [
  { under: ['/'], load: () => import('./pages/home.tsx').then((m) => m.homePages) },
  {
    under: [
      '/sign-in',
      '/sign-out',
      '/sign-up',
      '/verify',
      '/reset',
      '/invitations',
      '/mail',
      '/unsubscribe',
    ],
    load: () => import('./pages/people/pages.ts').then((m) => m.signInPages),
  },
  { under: ['/claims'], load: () => import('./pages/people/pages.ts').then((m) => m.claimPages) },
  {
    under: ['/app/:place/team', '/app/:place/you', '/app/you'],
    load: () => import('./pages/people/pages.ts').then((m) => m.teamPages),
  },
  {
    under: ['/api/auth/oauth2/authorize'],
    load: () => import('./pages/apps/app-pages.ts').then((m) => m.consentPages),
  },
  {
    under: ['/app/:place/apps', '/app/:place/connected-apps'],
    load: () => import('./pages/apps/app-pages.ts').then((m) => m.appPages),
  },
  {
    under: ['/embed/frame', '/embed/window'],
    load: () => import('./pages/embeds/frame.tsx').then((m) => m.embedPages),
  },
  {
    under: ['/app/:place/notices'],
    load: () => import('./pages/notices/notices.tsx').then((m) => m.noticePages),
  },
  {
    under: ['/app/:place/embeds'],
    load: () => import('./pages/embeds/embed-pages.ts').then((m) => m.accountEmbedPages),
  },
  { under: ['/components'], load: () => import('./pages/components.tsx').then((m) => m.componentPages) },
  {
    under: ['/app/:place/keys', '/app/:place/audit'],
    load: () => import('./pages/developers/developer-pages.ts').then((m) => m.developerPages),
  },
  {
    under: ['/ad-requests'],
    load: () => import('./pages/permissions/permission-pages.ts').then((m) => m.adRequestPages),
  },
  {
    under: ['/connections'],
    load: () => import('./pages/connections/connection-pages.ts').then((m) => m.visitPages),
  },
  {
    under: ['/app/:place/connections'],
    load: () => import('./pages/connections/connection-pages.ts').then((m) => m.connectionPages),
  },
  { under: ['/p'], load: () => import('./pages/programs/public-program.tsx').then((m) => m.publicPages) },
  {
    under: ['/app/:place/exports'],
    load: () => import('./pages/exports/export-pages.ts').then((m) => m.exportPages),
  },
  {
    under: ['/app/:place/codes'],
    load: () => import('./pages/codes/code-pages.ts').then((m) => m.codePages),
  },
  {
    under: ['/app/:place/pixels'],
    load: () => import('./pages/pixels/pixel-pages.ts').then((m) => m.pixelPages),
  },
  {
    under: ['/app/:place/messages'],
    load: () => import('./pages/messages/message-pages.ts').then((m) => m.messagePages),
  },
  {
    under: ['/app/:place/posts'],
    load: () => import('./pages/posts/post-pages.ts').then((m) => m.postPages),
  },
  {
    under: ['/app/:place/submissions'],
    load: () => import('./pages/submissions/submission-pages.ts').then((m) => m.submissionPages),
  },
  {
    under: ['/app/:place/samples'],
    load: () => import('./pages/samples/sample-pages.ts').then((m) => m.samplePages),
  },
  {
    under: ['/app/:place/creators', '/app/:place/profile'],
    load: () => import('./pages/creators/creator-pages.ts').then((m) => m.creatorPages),
  },
  {
    under: ['/app/:place/brands'],
    load: () => import('./pages/brands/brand-pages.ts').then((m) => m.brandPages),
  },
  {
    under: ['/app/:place/agreements'],
    load: () => import('./pages/agreements/agreement-pages.ts').then((m) => m.agreementPages),
  },
  {
    under: ['/app/:place/retainers'],
    load: () => import('./pages/retainers/retainer-pages.ts').then((m) => m.retainerPages),
  },
  {
    under: ['/app/:place/programs'],
    load: () => import('./pages/programs/program-pages.ts').then((m) => m.programPages),
  },
  {
    under: ['/app/:place/products'],
    load: () => import('./pages/products/product-pages.ts').then((m) => m.productPages),
  },
  { under: ['/staff'], load: () => import('./pages/staff/staff-pages.ts').then((m) => m.staffPages) },
  {
    under: ['/app/:place/ad-authorizations'],
    load: () => import('./pages/permissions/permission-pages.ts').then((m) => m.adAuthorizationPages),
  },
  {
    under: ['/app/:place/analytics'],
    load: () => import('./pages/analytics/analytics-pages.ts').then((m) => m.analyticsPages),
  },
  {
    under: ['/app/:place/campaigns'],
    load: () => import('./pages/campaigns/campaign-pages.ts').then((m) => m.campaignPages),
  },
  {
    under: ['/app/:place/plans'],
    load: () => import('./pages/plans/plan-pages.ts').then((m) => m.planPages),
  },
  {
    under: [
      '/app/:place/payments',
      '/app/:place/earnings',
      '/app/:place/billing',
      '/app/:place/charges',
      '/app/:place/balance',
      '/app/:place/withdrawals',
      '/app/:place/payouts',
      '/app/:place/statement',
      '/app/:place/tax',
    ],
    load: () => import('./pages/money/money-pages.ts').then((m) => m.moneyPages),
  },
  { under: ['/app/'], load: () => import('./pages/places/place-pages.ts').then((m) => m.choosePages) },
  {
    under: ['/app/:place/', '/app/:place/applications', '/app/:place/clients', '/app/:place/find'],
    load: () => import('./pages/places/place-pages.ts').then((m) => m.placePages),
  },
];

/** The groups that may have a page at a path. */
export function groupsAt(path: string): PageGroup[] {
  return PAGE_GROUPS.filter(({ under }) => under.some((begin) => begins(path, begin)));
}

function begins(path: string, begin: string): boolean {
  const alone = begin.endsWith('/');
  const words = path.replace(/\/$/, '').split('/');
  const wanted = begin.replace(/\/$/, '').split('/');
  if (alone && words.length !== wanted.length) return false;
  return wanted.every((word, index) => (word === ':place' ? words[index] : word === words[index]));
}
