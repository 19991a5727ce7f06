// What a Shopify store needs beside the pixel's own snippet.
import type { Pixel } from '../../../domains/measurement/pixels/pixel.ts';
import { customPixel } from '../../../pixel/browser/custom-pixel.ts';
import { Buttons } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Code, CodeBlock } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';

export function StoreSnippets({ pixel, changes, host }: { pixel: Pixel; changes: boolean; host: string }) {
  const base = `${host}/px/${pixel.id}`;
  return (
    <Card title="Install in a Shopify store">
      <h3>1. Theme</h3>
      <p>
        In Online Store, Themes, Edit code, open <Code>layout/theme.liquid</Code> and paste both lines before
        the closing head tag. They follow the store’s cookie banner.
      </p>
      <CodeBlock
        label="theme tags"
        text={`<script async data-consent="unknown" src="${base}.js"></script>\n<script async src="${base}/shop.js"></script>`}
      />
      <p class="quiet">
        Without them no order is credited by a creator’s link. Only discount codes are left.
      </p>
      <h3>2. Custom pixel</h3>
      <p>
        In Settings, Customer events, add a custom pixel. Under Customer privacy choose Not required: the code
        asks for the visitor’s choice itself. Paste the code, save and connect.
      </p>
      <CodeBlock label="custom pixel" text={customPixel(`${base}/sandbox/${pixel.sandboxKey}/e`).trimEnd()} />
      <p class="quiet">
        Without it, orders that skip the cart (Buy it now, express checkout) are credited by discount code
        alone.
      </p>
      <h3>Sandbox key</h3>
      <p>The custom pixel sends this key. It is public, so renew it if somebody misuses it.</p>
      <Facts facts={[['Sandbox key', <Code>{pixel.sandboxKey}</Code>]]} />
      {changes && (
        <Buttons>
          <Confirm
            action="renew"
            label="Renew key"
            title="Renew the sandbox key?"
            confirm="Renew key"
            seen={pixel.version}
          >
            <p>
              The custom pixel stops reporting in about 10 seconds. Paste its code again to go on with the new
              key.
            </p>
          </Confirm>
        </Buttons>
      )}
    </Card>
  );
}
