import { raw } from 'hono/html';
import type { PropsWithChildren } from 'hono/jsx';
import { asset, type IslandName, scriptsOf } from '../assets.ts';
import { TOASTS, Toast } from '../components/notice.tsx';
import { languageOf } from '../embed-window.ts';
import { windowTexts } from '../pages/embeds/window-texts.ts';
import type { Shown } from '../visit.ts';
import { useVisit } from '../visit-context.ts';

const EVERYWHERE: readonly IslandName[] = ['enhance'];
const AT_PLACES: readonly IslandName[] = [...EVERYWHERE, 'keyboard', 'drafts'];

/**
 * A part of a table has other columns than the whole, so nothing is painted before the body's last element is there. Hono's JSX
 * leaves out `blocking`.
 */
const PAINTED_WHOLE = raw(`<link rel="expect" href="#${TOASTS}" blocking="render"/>`);

export function Document({ shown, children }: PropsWithChildren<{ shown: Shown }>) {
  const at = useVisit();
  const language = languageOf(at.request);
  const scripts = [...('place' in at ? AT_PLACES : EVERYWHERE), ...(shown.islands ?? [])];
  const place = 'place' in at ? `${(at.place as { name: string }).name} - ` : '';
  return (
    <html lang={language} data-accepted={at.accepted}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {shown.preview && <Preview title={shown.title} {...shown.preview} />}
        <title>{`${shown.title} - ${place}${at.vars.SERVICE_NAME}`}</title>
        <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={asset('console.css')} />
        {PAINTED_WHOLE}
        {scripts.map((name) => (
          <script type="module" src={asset(`${name}.js`)} />
        ))}
        {scriptsOf(...(shown.modules ?? [])).map((src) => (
          <link rel="modulepreload" href={src} />
        ))}
      </head>
      <body>
        <a class="skip-link" href="#main">
          {windowTexts(language).skip}
        </a>
        {children}
        <Toast text={at.notice} />
      </body>
    </html>
  );
}

function Preview({ title, url, text, image }: { title: string } & NonNullable<Shown['preview']>) {
  const { vars } = useVisit();
  const whole = (path: string) => new URL(path, vars.PUBLIC_URL).href;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={vars.SERVICE_NAME} />
      <meta property="og:url" content={whole(url)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      {image !== null && <meta property="og:image" content={whole(image.url)} />}
      {image?.width && <meta property="og:image:width" content={String(image.width)} />}
      {image?.height && <meta property="og:image:height" content={String(image.height)} />}
    </>
  );
}
