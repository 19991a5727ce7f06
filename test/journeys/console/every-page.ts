// Opens every registered page as everybody: pages are found by following links, so no list can become
// outdated.
import { describe, expect, it } from 'vitest';
import { pageAt, pages } from '../../harness/pages/registry.ts';
import { type ConsoleWorld, type Look, ROLES, visitor, type Who } from '../support/console.ts';

/** Pages without a link to them in the console, and the tests that open them. */
const ELSEWHERE: Record<string, string> = {
  '/sign-out': 'people.ts',
  '/verify': 'people.ts',
  '/verify/address': 'test/console/every-form.test.ts',
  '/reset': 'people.ts',
  '/invitations/:token': 'people.ts',
  '/invitations/:creator/:signature': 'first-money.ts',
  '/api/auth/oauth2/authorize': 'oauth.ts',
  '/connections/:visit': 'connections.ts',
  '/connections/:visit/again': 'connections.ts',
  '/connections/callback/:provider': 'connections.ts',
  '/mail': 'people.ts',
  '/unsubscribe/:person/:signature': 'test/console/every-form.test.ts',
  '/unsubscribe/:person/:place/:kind/:signature': 'test/console/every-form.test.ts',
  '/unsubscribe/:address': 'test/console/every-form.test.ts',
  '/embed/frame/:session': 'embeds.ts',
  '/embed/window/:session': 'embed-window.ts',
  '/embed/window/:session/claim': 'test/domains/embedding/embeds/embed-persons.test.ts',
  '/embed/window/:session/withdraw': 'test/console/embed-withdrawals.test.ts',
  '/embed/window/:session/payouts': 'test/console/embed-payouts.test.ts',
  '/embed/window/:session/back': 'test/console/embed-payouts.test.ts',
  '/embed/window/:session/sign-in': 'embed-window.ts',
  '/embed/window/:session/sign-up': 'test/domains/embedding/embeds/embed-persons.test.ts',
  '/p/:program': 'test/console/console-public-page.test.ts',
  '/p/:program/image': 'test/console/console-public-page.test.ts',
  '/ad-requests/:link': 'test/console/console-ad-requests.test.ts',
  // Pages about records that those parts create and delete.
  '/app/:place/apps/:app': 'apps.ts',
  '/app/:place/keys/:key/events/:event': 'developers.ts',
  '/app/:place/connections/:connection': 'connections.ts',
  '/app/:place/campaigns/new': 'campaigns.ts',
  '/app/:place/campaigns/templates/:template': 'test/console/every-form.test.ts',
  '/app/:place/campaigns/:campaign': 'campaigns.ts',
  '/app/:place/campaigns/:campaign/edit': 'campaigns.ts',
  '/app/:place/exports/:export': 'test/console/console-exports.test.ts',
  '/app/:place/plans/:plan': 'test/console/console-plans.test.ts',
  '/staff/review-queue/:kind/:id': 'staff.ts',
  '/staff/senders/:id': 'test/console/console-staff-messages.test.ts',
  // Pages about shops, and records that the tour does not make.
  '/connections/install/:provider': 'test/console/console-shops.test.ts',
  '/connections/install/:provider/:ticket': 'test/console/console-shops.test.ts',
  '/app/:place/connections/install/:provider/:ticket': 'test/console/console-shops.test.ts',
  '/app/:place/balance/withdraw': 'test/console/console-balance.test.ts',
  '/app/:place/payouts/:payout': 'test/console/console-balance.test.ts',
  '/app/:place/withdrawals/:withdrawal': 'test/console/console-balance.test.ts',
  '/app/:place/charges/:charge': 'test/console/console-billing.test.ts',
  '/app/:place/earnings/:earning': 'test/console/console-places.test.ts',
  '/app/:place/pixels/:pixel/events/:event': 'test/console/console-shops.test.ts',
  '/app/:place/products/:product': 'test/console/console-products.test.ts',
  '/app/:place/posts/:post': 'test/console/console-posts.test.ts',
  '/app/:place/ad-authorizations/:authorization': 'test/console/every-form.test.ts',
  '/app/:place/samples/:sample': 'test/console/every-form.test.ts',
  '/app/:place/retainers/:retainer': 'test/console/console-retainers.test.ts',
  '/app/:place/messages/:thread': 'messages.ts',
};

/**
 * `EVERY_PAGE=browser npm test -- console.test` also opens each page as each role in the browser at three widths, with axe.
 * It takes some minutes more, so each role and width is a test of its own: a run that is silent for six minutes
 * counts as hung.
 */
const WIDTHS: readonly Look[] =
  process.env.EVERY_PAGE === 'browser' ? [{}, { width: 768 }, { phone: true }] : [];
const EVERYBODY: readonly Who[] = [...ROLES, 'nobody'];

export function everyPage(world: () => ConsoleWorld): void {
  describe('every page', () => {
    /** The pages that each person may open. */
    const open = new Map<Who, string[]>(EVERYBODY.map((who) => [who, []]));

    it('is in order for whoever may open it, and missing to whoever is elsewhere', {
      timeout: 240_000,
    }, async () => {
      const seen = new Map<Who, Map<string, string>>();
      const walk = async (who: Who) => {
        const found = new Map<string, string>();
        const waiting = ['/', '/app', '/sign-in', '/sign-up', '/claims', '/components', '/staff'];
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
          const at = pageAt(path);
          // One page of each kind for each kind of workspace: a brand's, a partner's, a creator's.
          const kind = at && `${at.path} ${path.match(/^\/app\/([a-z]+_\w+)/)?.[1] ?? ''}`;
          if (!kind || found.has(kind)) continue;
          found.set(kind, path);
          const answer = await fetch(world().service.baseUrl + path, {
            headers: cookieOf(world(), who),
            redirect: 'manual',
          });
          if (answer.status >= 300) {
            expect([303, 403, 404], `${path} as ${who}`).toContain(answer.status);
            continue;
          }
          const html = await answer.text();
          if (answer.headers.get('content-type')?.startsWith('text/html')) open.get(who)!.push(path);
          for (const [, link] of html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) waiting.push(link!);
        }
        seen.set(who, found);
      };
      await Promise.all(EVERYBODY.slice(0, 3).map(walk));
      await Promise.all(EVERYBODY.slice(3).map(walk));
      const opened = new Set(
        [...seen.values()].flatMap((found) => [...found.keys()].map((kind) => kind.split(' ')[0]!)),
      );
      const unopened = pages
        .map(({ path }) => path)
        .filter((path) => !opened.has(path) && !(path in ELSEWHERE));
      expect(unopened).toEqual([]);
      // Opens the brand's pages as everybody without access, and the staff's pages as everybody else.
      for (const [kind, path] of [...seen.get('owner')!, ...seen.get('staff')!]) {
        const staff = kind.startsWith('/staff');
        if (!staff && !path.includes(world().service.demo.accounts.brand)) continue;
        const others: Who[] = staff ? ['owner', 'partner', 'creator'] : ['creator', 'staff', 'partner'];
        for (const who of others) {
          const answer = await fetch(world().service.baseUrl + path, {
            headers: cookieOf(world(), who),
            redirect: 'manual',
          });
          expect(answer.status, `${path} as ${who}`).toBe(404);
        }
      }
    });

    for (const look of WIDTHS)
      it.each(EVERYBODY)(
        `is in order ${look.phone ? 375 : (look.width ?? 1280)} px wide, for %s`,
        {
          timeout: 600_000,
        },
        async (who) => {
          const { visit, close } = await visitor(world(), who, look);
          const wrong: string[] = [];
          for (const path of open.get(who)!)
            await visit(path).catch(({ message }: Error) => wrong.push(message));
          await close();
          expect(wrong).toEqual([]);
        },
      );
  });
}

const cookieOf = ({ sessions }: ConsoleWorld, who: Who): Record<string, string> =>
  who === 'nobody' ? {} : { Cookie: `__Host-session=${sessions[who]}` };
