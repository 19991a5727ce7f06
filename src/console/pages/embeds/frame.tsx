// The page that a customer's page shows in a frame. It holds nothing of the creator: the script in it gets a
// secret from the page around it, and reads everything else by the API.
import { findFramePage } from '../../../domains/embedding/embeds/interface.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { asset, scriptsOf } from '../../assets.ts';
import { openPage } from '../../page.ts';
import { securityHeaders } from '../../security-headers.ts';
import { COMPONENT_MODULES } from './component-modules.ts';
import { allowPage, claimPage } from './window.tsx';
import { windowBackPage, windowPayoutsPage } from './window-payouts.tsx';
import { windowSignInPage, windowSignUpPage } from './window-sign-in.tsx';
import { windowWithdrawPage } from './window-withdraw.tsx';

export const framePage = openPage({
  path: '/embed/frame/:session',
  show: async (at) => {
    const id = at.params.session ?? '';
    if (!isId(id, ['embed'])) throw notFound('embed');
    const found = await findFramePage(at.system(), id);
    if (!found) throw notFound('embed');
    const { component, origin, locale } = found;
    if (origin === null) throw new AppError('gone', 'This site can no longer show this.');
    const [script, ...scripts] = scriptsOf('frame.tsx', COMPONENT_MODULES[component]);
    const html = (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{at.vars.SERVICE_NAME}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href={asset('embed.css')} />
          <script type="module" src={script} />
          {scripts.map((src) => (
            <link rel="modulepreload" href={src} />
          ))}
        </head>
        <body data-session={id} data-origin={origin} data-component={component} data-locale={locale ?? ''}>
          <main aria-busy="true">
            <noscript>
              <p>This needs JavaScript.</p>
            </noscript>
          </main>
        </body>
      </html>
    );
    const headers = {
      ...securityHeaders(at.vars, { framedBy: origin, choosesVideo: component === 'submissions' }),
      // A page with Cross-Origin-Embedder-Policy shows only frames that say both.
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    return new Response(`<!doctype html>${await html.toString()}`, { headers });
  },
});

export const embedPages = [
  framePage,
  allowPage,
  claimPage,
  windowSignInPage,
  windowSignUpPage,
  windowWithdrawPage,
  windowPayoutsPage,
  windowBackPage,
];
