// The accounts at outside platforms that this brand or creator has connected.

import { type Connection, isShop, PROVIDER_NAMES } from '../../../domains/accounts/connections/connection.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { SHOP_PLATFORMS } from '../../../integrations/shop-platforms.ts';
import { SOCIAL_PLATFORMS } from '../../../integrations/social-platforms.ts';

import { Button, Buttons } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { begin, ConnectionState, connects, isCreatorPlace, nameOf, platformOf } from './connection-parts.tsx';

export const connectionsPage = placePage({
  path: '/connections',
  show: async (at) => {
    const { items, nextCursor } = await at.run('GET /v1/connections', { query: at.given('cursor') });
    return {
      title: 'Connections',
      body: (
        <>
          <PageHead title="Connections">
            {isCreatorPlace(at)
              ? 'The accounts that you post in. Only you see their posts, until one is matched to work that you sent in.'
              : 'The ad accounts that this brand’s campaigns run in, and the stores that report its sales.'}
          </PageHead>
          <Ended at={at} />
          <Card flush title="Connected">
            {items.length === 0 ? (
              <EmptyState title="Nothing is connected yet" icon="swap">
                {emptyText(at)}
              </EmptyState>
            ) : (
              <Table
                label="Connections"
                rows={items}
                columns={[
                  {
                    label: 'Account',
                    main: true,
                    cell: (one) => (
                      <TwoLines href={at.to(`/connections/${one.id}`)} title={nameOf(one)}>
                        {one.error}
                      </TwoLines>
                    ),
                  },
                  { label: 'Platform', cell: platformOf },
                  isCreatorPlace(at)
                    ? { label: 'Username', cell: ({ handle }: Connection) => handle && `@${handle}` }
                    : {
                        label: 'Active campaigns',
                        numeric: true,
                        cell: (one: Connection) =>
                          isShop(one.provider) ? null : String(one.activeCampaigns),
                      },
                  { label: 'Since', cell: (one) => <Time at={one.createdAt} /> },
                  { label: 'State', cell: (one) => <ConnectionState connection={one} /> },
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
          {connects(at) && <Platforms at={at} />}
          {connects(at) && !isCreatorPlace(at) && <Shops at={at} />}
        </>
      ),
    };
  },
  actions: {
    connect: async (at, form) => await begin(at, { provider: form.text('provider') }),
    shop: async (at, form) => await begin(at, { provider: form.text('provider'), shop: form.text('shop') }),
  },
});

function emptyText(at: PlaceVisit): string {
  if (isCreatorPlace(at))
    return 'Connect the accounts that you post in, so that views of your work are counted and paid.';
  return connects(at)
    ? 'Connect an ad platform to run your creators’ videos as ads, or your store to confirm the sales they bring.'
    : 'Ad accounts and stores that an owner or admin connects appear here.';
}

/** How the visit to a platform's page ended. */
function Ended({ at }: { at: PlaceVisit }) {
  const how = at.query('status');
  if (how === 'connected' && isCreatorPlace(at))
    return (
      <Notice tone="success" title="Connected">
        Your posts are read within a few minutes.
      </Notice>
    );
  if (how === 'connected')
    return (
      <Notice tone="success" title="Connected">
        For an ad platform, open the connection below and choose the ad account that campaigns use.
      </Notice>
    );
  if (how === 'error')
    return (
      <Notice tone="warning" title="Nothing was connected">
        Access was denied, or a required permission was missing. Try again and allow all permissions.
      </Notice>
    );
  return null;
}

function Platforms({ at }: { at: PlaceVisit }) {
  const { adPlatforms, socialPlatforms } = at.ctx().reactions;
  const names = isCreatorPlace(at)
    ? SOCIAL_PLATFORMS.filter((name) => socialPlatforms[name])
    : AD_PLATFORMS.filter((name) => adPlatforms[name]);
  return (
    <Card title="Connect a platform">
      <p>
        {isCreatorPlace(at)
          ? 'Sign in to the platform and allow access. Instagram needs a professional account: in the app, open Settings, then Account type and tools.'
          : 'Sign in to the platform and allow access. You must be able to manage the ad account.'}{' '}
        Connecting again renews the existing connection.
      </p>
      <Buttons>
        {names.map((name) => (
          <Form action="connect" id={name} inline>
            <Hidden name="provider" value={name} />
            <Button look="secondary" icon="plus">
              {PROVIDER_NAMES[name]}
            </Button>
          </Form>
        ))}
      </Buttons>
    </Card>
  );
}

function Shops({ at }: { at: PlaceVisit }) {
  const { shopPlatforms } = at.ctx().reactions;
  return (
    <>
      {SHOP_PLATFORMS.filter((name) => shopPlatforms[name]).map((name) => (
        <Card title={`Connect a ${PROVIDER_NAMES[name]} store`}>
          <p>
            Its orders confirm the sales that creators bring, with their returns. Sign in as the store’s
            owner, or as staff who may install apps.
          </p>
          <Form action="shop" id={name} has={['shop']}>
            <Hidden name="provider" value={name} />
            <TextField
              name="shop"
              label="Store"
              required
              hint="Its domain in the admin, such as your-store.myshopify.com."
            />
            <Button icon="plus">Connect store</Button>
          </Form>
        </Card>
      ))}
    </>
  );
}
