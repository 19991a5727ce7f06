// One connection: the selections for campaigns, its problems, reconnecting and disconnecting.
import {
  type Connection,
  type ConnectionSetup,
  isShop,
  OPTION_LISTS,
} from '../../../domains/accounts/connections/connection.ts';
import { LOGO_BYTES } from '../../../domains/accounts/connections/create-logo.ts';
import { connectionOperations } from '../../../domains/accounts/connections/operations.ts';
import type { AdDefaults } from '../../../domains/ads/ad-defaults/ad-defaults.ts';
import { shopOperations } from '../../../domains/catalog/shops/operations.ts';
import { CHOICES, type Choice, type SetupOption } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FileField, Select } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import {
  begin,
  CHOICE_NAMES,
  ConnectionState,
  connects,
  isCreatorPlace,
  isOver,
  nameOf,
  platformOf,
} from './connection-parts.tsx';
import { dataFile, pixelOfShop, readShop, Shop } from './shop.tsx';

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.connection ?? '' } });
const read = (at: PlaceVisit) => at.run('GET /v1/connections/:id', paramsOf(at));

export const connectionPage = placePage({
  path: '/connections/:connection',
  show: async (at) => {
    const [connection, setup, defaults, pixel] = await Promise.all([
      read(at),
      setupOf(at),
      isCreatorPlace(at) ? null : defaultsOf(at),
      isCreatorPlace(at) ? null : pixelOfShop(at, paramsOf(at).params.id),
    ]);
    const isOpenShop = isShop(connection.provider) && connection.status !== 'disconnected';
    const shop = isOpenShop ? await readShop(at, connection.id, pixel) : null;
    const logos = defaults !== null && connection.status === 'active' && (await showsLogos(at, connection));
    const changes = connects(at) && connection.status !== 'disconnected';
    const platform = platformOf(connection);
    return {
      title: nameOf(connection),
      body: (
        <>
          <PageHead title={nameOf(connection)} back={{ href: at.to('/connections'), label: 'Connections' }} />
          {connection.error && (
            <Notice tone={isOver(connection) ? 'danger' : 'warning'}>{connection.error}</Notice>
          )}
          <Card>
            <Facts
              facts={[
                ['Platform', platform],
                ['State', <ConnectionState connection={connection} />],
                ownFact(at, connection),
                ['Connected', <Time at={connection.createdAt} exact />],
                ['ID', <Code>{connection.id}</Code>],
              ]}
            />
            {changes && (
              <Form action="again" inline>
                <Button look={isOver(connection) ? 'primary' : 'secondary'}>Reconnect {platform}</Button>
              </Form>
            )}
          </Card>
          {shop && <Shop at={at} connection={connection} shop={shop} />}
          {connection.status !== 'disconnected' && !shop && (
            <Setup connection={connection} setup={setup} changes={changes} />
          )}
          {changes && logos && (
            <Logo connection={connection} logo={defaults && logoIn(defaults, connection)} />
          )}
          {changes && <End at={at} connection={connection} />}
        </>
      ),
    };
  },
  fileBytes: LOGO_BYTES,
  actions: {
    logo: async (at, form) => {
      const connection = await read(at);
      const body = (await form.file('logo')) as never;
      const { logo } = await at.run(connectionOperations.createLogo, { ...paramsOf(at), body });
      const { settings, version } = await defaultsOf(at);
      const { provider } = connection;
      const ofThis = { ...(settings as Record<string, object>)[provider], logo };
      await at.run('PATCH /v1/ad-defaults', { body: { settings: { [provider]: ofThis }, version } });
      return at.go(at.url.pathname, 'Logo uploaded. New campaigns use it.');
    },
    select: async (at, form) => {
      const picked = CHOICES.flatMap((name) =>
        form.text(`selection.${name}`) ? [[name, form.text(`selection.${name}`)]] : [],
      );
      const body = { selection: Object.fromEntries(picked), version: form.version };
      const after = await at.run('PATCH /v1/connections/:id', { ...paramsOf(at), body });
      const left = after.status === 'connected' ? ' Some settings are still missing.' : '';
      return at.go(at.url.pathname, `Saved.${left}`);
    },
    again: async (at) => {
      const { provider, handle } = await read(at);
      return await begin(at, { provider, shop: isShop(provider) ? (handle ?? undefined) : undefined });
    },
    sync: async (at) => {
      await at.run('POST /v1/connections/:id/syncs', paramsOf(at));
      return at.go(at.url.pathname, 'The store is being read.');
    },
    data: async (at, form) => await dataFile(at, form.text('_id')),
    answered: async (at, form) => {
      await at.run(shopOperations.answerDataRequest, { params: { id: form.text('_id') } });
      return at.go(at.url.pathname, 'The request is marked as answered.');
    },
    disconnect: async (at) => {
      const body = { status: 'disconnected' };
      const after = await at.run('PATCH /v1/connections/:id', { ...paramsOf(at), body });
      return at.go(at.to('/connections'), `${nameOf(after)} was disconnected.`);
    },
  },
});

/** What matters about this sort of connection. */
function ownFact(at: PlaceVisit, { provider, handle, activeCampaigns }: Connection): [string, string | null] {
  if (isShop(provider)) return ['Domain', handle];
  if (isCreatorPlace(at)) return ['Username', handle && `@${handle}`];
  return ['Active campaigns', String(activeCampaigns)];
}

const defaultsOf = (at: PlaceVisit) => at.run('GET /v1/ad-defaults');

const logoIn = ({ settings }: AdDefaults, { provider }: Connection): string | null => {
  const { logo } = (settings as Record<string, { logo?: unknown } | undefined>)[provider] ?? {};
  return typeof logo === 'string' ? logo : null;
};

async function showsLogos(at: PlaceVisit, { provider }: Connection): Promise<boolean> {
  const load = at.ctx().reactions.adPlatforms[provider];
  return load !== undefined && (await load()).capabilities.logos;
}

function Logo({ connection, logo }: { connection: Connection; logo: string | null }) {
  return (
    <Card title="Logo">
      <p>
        Ads at {platformOf(connection)} show a square logo. It lies in the ad account, and new campaigns begin
        with it.
      </p>
      {logo && <Facts facts={[['Now', <Code>{logo}</Code>]]} />}
      <Form action="logo" files has={['logo']}>
        <FileField
          name="logo"
          label={logo ? 'Another one' : 'Picture'}
          required
          accept="image/png,image/jpeg"
          hint="A square PNG or JPEG, at least 128 by 128 pixels and at most 5 MB."
        />
        <Button>Upload logo</Button>
      </Form>
    </Card>
  );
}

/** The options to choose from, or why the platform could not list them. */
async function setupOf(at: PlaceVisit): Promise<ConnectionSetup | string> {
  try {
    return await at.run('GET /v1/connections/:id/setup', paramsOf(at));
  } catch (error) {
    if (error instanceof AppError && TOLD.has(error.status)) return error.message;
    throw error;
  }
}

/** Statuses of a platform's refusals and failures, which are shown on the page instead of an error page. */
const TOLD: ReadonlySet<number> = new Set([422, 502, 503]);

function Setup({
  connection: { status, version },
  setup,
  changes,
}: {
  connection: Connection;
  setup: ConnectionSetup | string;
  changes: boolean;
}) {
  const title = 'What campaigns use';
  if (typeof setup === 'string') {
    if (status === 'expired' || status === 'reconnect_required') return null;
    return (
      <Card title={title}>
        <Notice tone="warning" title="Couldn’t load options">
          {setup}
        </Notice>
      </Card>
    );
  }
  const choices = (Object.keys(CHOICE_NAMES) as Choice[]).filter((name) => setup.options[OPTION_LISTS[name]]);
  if (choices.length === 0) return null;
  if (!changes)
    return (
      <Card title={title}>
        <Facts facts={choices.map((name) => [CHOICE_NAMES[name], pickedName(setup, name)])} />
      </Card>
    );
  return (
    <Card title={title}>
      {setup.missing.length > 0 && (
        <Notice tone="warning">
          Before campaigns can be made, choose: {setup.missing.map((name) => CHOICE_NAMES[name]).join(', ')}.
        </Notice>
      )}
      <Form action="select" seen={version}>
        {choices.map((name) => (
          <Choose name={name} setup={setup} />
        ))}
        <Button>Save</Button>
      </Form>
    </Card>
  );
}

function Choose({ name, setup }: { name: Choice; setup: ConnectionSetup }) {
  const options = setup.options[OPTION_LISTS[name]] ?? [];
  const picked = setup.selection[name] ?? '';
  const first =
    picked === '' ? [{ value: '', label: options.length > 0 ? 'Choose one' : 'Nothing to choose' }] : [];
  return (
    <Select
      name={`selection.${name}`}
      label={CHOICE_NAMES[name]}
      required={picked !== '' || (setup.missing.includes(name) && options.length > 0)}
      value={picked}
      options={[...first, ...options.map((one) => ({ value: one.id, label: labelOf(one) }))]}
    />
  );
}

function labelOf({ name, currency, status }: SetupOption): string {
  const more = [currency?.toUpperCase(), status === 'disabled' ? 'cannot be used now' : null].filter(Boolean);
  return more.length > 0 ? `${name} (${more.join(', ')})` : name;
}

function pickedName({ options, selection }: ConnectionSetup, name: Choice): string | null {
  const picked = options[OPTION_LISTS[name]]?.find(({ id }) => id === selection[name]);
  return picked ? labelOf(picked) : null;
}

/** What disconnecting ends, and what it does to what is there. */
function endWords(at: PlaceVisit, connection: Connection): [ends: string, then: string] {
  const platform = platformOf(connection);
  if (isShop(connection.provider))
    return [
      `Access to ${platform} ends: the app is removed from the store.`,
      'Its orders no longer confirm sales, and sales that are not final yet keep the value they have now.',
    ];
  if (isCreatorPlace(at))
    return [
      `Access to ${platform} ends, and your posts there are no longer counted.`,
      'Views of your work there are no longer paid.',
    ];
  return [
    `Access to ${platform} ends, and no more campaigns can be created with this connection.`,
    'You can no longer change ads here, and their results are no longer updated.',
  ];
}

function End({ at, connection }: { at: PlaceVisit; connection: Connection }) {
  const [ends, then] = endWords(at, connection);
  return (
    <Card title="Disconnect">
      {connection.canDisconnect ? (
        <>
          <p>{ends}</p>
          <Buttons>
            <Confirm
              action="disconnect"
              label="Disconnect"
              title={`Disconnect ${nameOf(connection)}?`}
              confirm="Disconnect"
            >
              <p>{then}</p>
            </Confirm>
          </Buttons>
        </>
      ) : (
        <p>
          {connection.activeCampaigns > 0
            ? plural(connection.activeCampaigns, 'active campaign')
            : 'A change in progress'}{' '}
          needs this connection. Pause or archive active campaigns before you disconnect it.
        </p>
      )}
    </Card>
  );
}
