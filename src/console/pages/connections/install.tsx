// The way in from a shop's admin: sign in, choose the brand, connect.
import type { Place } from '../../../auth/person.ts';
import { accountOperations } from '../../../domains/accounts/accounts/operations.ts';
import { isShop, PROVIDER_NAMES } from '../../../domains/accounts/connections/connection.ts';
import { findShopConnection } from '../../../domains/accounts/connections/interface.ts';
import { openShop, shopOfTicket } from '../../../domains/accounts/connections/open-shop.ts';
import { notFound } from '../../../kit/error.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Avatar, Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { type Outcome, openPage, personPage, placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { Visit } from '../../visit.ts';
import { begin, connects, isCreatorPlace } from './connection-parts.tsx';

const AGAIN = {
  title: 'Open the app again',
  status: 400,
  body: (
    <>
      <h1>Open the app again</h1>
      <p class="lead">
        This link has expired or was changed. Open the app from Apps in your store’s admin once more.
      </p>
    </>
  ),
};

/** The address of the app in the platform's settings. */
export const openedPage = openPage({
  path: '/connections/install/:provider',
  show: async (at): Promise<Outcome> => {
    const provider = at.params.provider ?? '';
    const ticket = await openShop(at.system(), provider, at.url.searchParams);
    return ticket === null ? AGAIN : at.go(`/connections/install/${provider}/${ticket}`);
  },
});

/** The shop that the ticket in the path is for. */
function openedShop(at: Visit): { provider: string; shop: string; path: string } | null {
  const { provider = '', ticket = '' } = at.params;
  if (!isShop(provider)) throw notFound('page');
  const shop = shopOfTicket(at.system(), provider, ticket);
  return shop === null ? null : { provider, shop, path: `/connections/install/${provider}/${ticket}` };
}

export const chooseBrandPage = personPage({
  path: '/connections/install/:provider/:ticket',
  show: async (at): Promise<Outcome> => {
    const opened = openedShop(at);
    if (opened === null) return AGAIN;
    const { provider, shop, path } = opened;
    const known = await findShopConnection(at.system(), provider, shop);
    if (known && at.places.some(({ id }) => id === known.holder) && known.status === 'connected')
      return at.go(`/app/${known.holder}/connections/${known.id}`);
    const places = at.places.filter(writesAsAccount);
    const [only] = places;
    if (only && places.length === 1) return at.go(`/app/${only.id}${path}`);
    return {
      title: 'Choose a brand',
      layout: 'wide',
      body: (
        <>
          <PageHead title="Choose a brand">Whose sales does {shop} report?</PageHead>
          {places.length === 0 ? (
            <Card>
              <EmptyState
                title="You manage no brand yet"
                icon="people"
                action={<ButtonLink href="/sign-up">Create an account</ButtonLink>}
              >
                Only owners and admins of a brand, or of its agency, can connect a store.
              </EmptyState>
            </Card>
          ) : (
            <Choices places={places} path={path} />
          )}
        </>
      ),
    };
  },
});

function Choices({ places, path }: { places: readonly Pick<Place, 'id' | 'name' | 'type'>[]; path: string }) {
  return (
    <ul class="choose">
      {places.map(({ id, name, type }) => (
        <li>
          <a class="place" href={`/app/${id}${path}`}>
            <Avatar name={name} />
            <span class="place-words">
              <span class="place-name">{name}</span>
              <span class="quiet">{type === 'partner' ? 'Choose one of its clients' : 'Brand'}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export const installPage = placePage({
  path: '/connections/install/:provider/:ticket',
  show: async (at): Promise<Outcome> => {
    const opened = openedShop(at);
    if (opened === null) return AGAIN;
    const { provider, shop, path } = opened;
    const { place } = at;
    if (place.type === 'partner') {
      const { clients } = await at.run(accountOperations.listClients, { query: {} });
      const brands = clients.map(({ id, name }) => ({ id, name, type: 'brand' as const }));
      return {
        title: 'Choose a client',
        body: (
          <>
            <PageHead title="Choose a client">Whose sales does {shop} report?</PageHead>
            <Choices places={brands} path={path} />
          </>
        ),
      };
    }
    const known = await findShopConnection(at.system(), provider, shop);
    if (known?.holder === place.id && known.status === 'connected')
      return at.go(at.to(`/connections/${known.id}`));
    const platform = PROVIDER_NAMES[provider as keyof typeof PROVIDER_NAMES];
    return {
      title: `Connect ${platform}`,
      body: (
        <>
          <PageHead title={`Connect ${platform}`} />
          <Card>
            <p>
              The orders of {shop} confirm the sales that creators bring to {place.name}, with their returns.
            </p>
            {connects(at) && !isCreatorPlace(at) ? (
              <Form action="connect">
                <Button>Connect to {place.name}</Button>
              </Form>
            ) : (
              <Notice tone="warning">Only owners and admins of a brand can connect a store.</Notice>
            )}
          </Card>
        </>
      ),
    };
  },
  actions: {
    connect: async (at) => {
      const opened = openedShop(at);
      return opened === null ? AGAIN : await begin(at, opened);
    },
  },
});
