// Shows a component of embeds on a page of the console, with records that are made up. It is no frame, has no
// session and calls nothing: a page has no key, and no page of ours lets itself be framed by another of ours.
import { render } from 'hono/jsx/dom';
import { appearanceOf } from './embed/appearance.ts';
import { COMPONENTS, type Component } from './embed/components.ts';
import type { Workplace } from './embed/parts.tsx';
import { ACCOUNT, SELF, sampleClient } from './embed/sample-client.ts';
import { languageOf } from './embed/texts.ts';

const host = document.querySelector<HTMLElement>('[data-embed-preview]');
const load = COMPONENTS[host?.dataset.embedPreview ?? ''];
if (host && load) void show(host, load);

async function show(host: HTMLElement, load: () => Promise<Component>): Promise<void> {
  const { features = '', theme = 'auto', locale = '', styles = '' } = host.dataset;
  const Component = await load();
  const inside = host.attachShadow({ mode: 'open' });
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  // The page around it has the main landmark.
  const root = Object.assign(document.createElement('div'), { className: 'component' });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const look = () => {
    const shown = theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light';
    for (const [name, value] of appearanceOf({}, shown).properties) root.style.setProperty(name, value);
    root.style.setProperty('color-scheme', shown);
  };
  look();
  dark.addEventListener('change', look);
  const language = languageOf([locale, ...navigator.languages]);
  root.lang = language.lang;
  // Before its stylesheet is there, it would be shown without one.
  await new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
    inside.append(link);
  });
  inside.append(root);
  const at: Workplace = {
    client: sampleClient(language.lang),
    session: {
      session: '',
      creator: SELF,
      account: ACCOUNT,
      accountName: language.lang === 'de' ? 'Deine Firma' : 'Your company',
      features: features.split(' ').filter(Boolean),
      needsPerson: false,
    },
    language,
    hidden: new Set(),
    tell: () => {},
    stop: () => false,
    own: { address: () => '', open: () => false, expect: () => {} },
    onBack: () => {},
  };
  render(<Component at={at} />, root);
}
