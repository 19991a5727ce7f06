// The code that puts a component on one's own site, beside the component itself with data that is made up.
import { EMBED_COMPONENTS, type EmbedComponent } from '../../../auth/frame.ts';
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { asset } from '../../assets.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { Filters } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { COMPONENT_MODULES } from './component-modules.ts';

const COMPONENTS = Object.keys(EMBED_COMPONENTS) as EmbedComponent[];
const THEMES = ['auto', 'light', 'dark'];
const LANGUAGES = { '': "The reader's", en: 'English', de: 'German' } as const;

const among = (text: string | undefined, known: readonly string[]) =>
  text !== undefined && known.includes(text) ? text : known[0]!;

export const newEmbedPage = placePage({
  path: '/embeds/new',
  show: async (at) => {
    const keys = await at.run(keyOperations.listKeys, { query: { limit: '100' } });
    const writing = keys.items.filter(({ access }) => access === 'write');
    const origins = [...new Set(writing.flatMap((key) => key.origins))];
    const component = among(at.query('component'), COMPONENTS) as EmbedComponent;
    const origin = among(at.query('origin'), origins);
    const theme = among(at.query('theme'), THEMES);
    const locale = among(at.query('locale') ?? '', Object.keys(LANGUAGES));
    const head = (
      <PageHead title="Add to your site" back={{ href: at.to('/embeds'), label: 'Embeds' }}>
        Show your creators a component of this service on your own site. See the full guide in the{' '}
        <a href="/docs">documentation</a>.
      </PageHead>
    );
    if (origins.length === 0)
      return {
        title: 'Add to your site',
        body: (
          <>
            {head}
            <Card flush>
              <EmptyState
                title="Name your site first"
                icon="key"
                action={<ButtonLink href={at.to('/keys')}>API keys</ButtonLink>}
              >
                A frame is shown by the origins that a key lists and no others. Add your site's under "Allowed
                origins" of a key that reads and writes.
              </EmptyState>
            </Card>
          </>
        ),
      };
    const listing = writing.filter((key) => key.origins.includes(origin)).map(({ name }) => name);
    return {
      title: 'Add to your site',
      islands: ['embed-preview'],
      modules: ['embed-preview.tsx', COMPONENT_MODULES[component]],
      body: (
        <>
          {head}
          <Filters
            filters={[
              {
                name: 'component',
                label: 'Component',
                options: COMPONENTS.map((value) => ({ value, label: words(value) })),
              },
              {
                name: 'origin',
                label: 'Your site',
                options: origins.map((value) => ({ value, label: value })),
              },
              {
                name: 'theme',
                label: 'Theme',
                options: THEMES.map((value) => ({ value, label: words(value) })),
              },
              {
                name: 'locale',
                label: 'Language',
                options: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
              },
            ]}
          />
          <Card title="1. On your server">
            <p>
              Create a session with the key {listing.join(' or ')} each time the component is shown, for the
              creator who is signed in on your site.
            </p>
            <CodeBlock
              label="code of the server"
              text={serverCode(at.vars.PUBLIC_URL, component, origin, locale)}
            />
          </Card>
          <Card title="2. On your page">
            <CodeBlock label="code of the page" text={pageCode(at.vars.PUBLIC_URL, component, theme)} />
          </Card>
          <Card title="Preview">
            <p class="quiet">
              The component with sample data: nothing is saved here. On your site it follows the options that
              you pass to Service.mount.
            </p>
            <div
              class="embed-preview"
              data-embed-preview={component}
              data-features={EMBED_COMPONENTS[component].join(' ')}
              data-theme={theme}
              data-locale={locale}
              data-styles={asset('embed.css')}
            >
              <noscript>This needs JavaScript.</noscript>
            </div>
          </Card>
        </>
      ),
    };
  },
});

function serverCode(api: string, component: string, origin: string, locale: string): string {
  const language = locale && `\n    locale: '${locale}',`;
  return `const answer = await fetch('${api}/v1/embeds', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SERVICE_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    component: '${component}',
    creator: creatorId, // crtr_… of the creator who is signed in
    origin: '${origin}',${language}
  }),
});
const { clientSecret } = (await answer.json()).data;
// Return clientSecret to this creator's page only.`;
}

function pageCode(api: string, component: string, theme: string): string {
  return `<div id="${component}"></div>
<script src="${api}/embed/v1.js" crossorigin="anonymous"></script>
<script>
  Service.mount(document.querySelector('#${component}'), {
    component: '${component}',
    theme: '${theme}',
    fetchClientSecret: async () =>
      (await fetch('/embed-secret', { method: 'POST' })).text(),
    onLoadError: ({ reason }) => console.warn(reason),
  });
</script>`;
}
