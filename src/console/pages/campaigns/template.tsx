// One template: the settings that a campaign starts from, its name, and its archive.
import type { Child } from 'hono/jsx';
import { connectionOperations } from '../../../domains/accounts/connections/operations.ts';
import type { AdTemplate } from '../../../domains/ads/ad-templates/ad-template.ts';
import { isRecord } from '../../../kit/given.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { count, money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part } from '../part.tsx';
import { adPlatformName, requireAccount } from './campaign-parts.tsx';
import { countryName, fieldName } from './field-names.ts';
import { WHO_CREATES_CAMPAIGNS } from './new-campaign.tsx';
import { settingFact } from './terms.tsx';

async function change(at: PlaceVisit, body: { name?: string; status?: string; version: number }) {
  return await at.run('PATCH /v1/ad-templates/:id', { params: { id: at.params.template ?? '' }, body });
}

export const templatePage = placePage({
  path: '/campaigns/templates/:template',
  show: async (at) => {
    requireAccount(at);
    const params = { id: at.params.template ?? '' };
    const one = await at.run('GET /v1/ad-templates/:id', { params });
    const account = await accountOf(at, one);
    return {
      title: one.name,
      body: (
        <>
          <PageHead
            title={one.name}
            back={{ href: at.to('/campaigns/templates'), label: 'Templates' }}
            action={
              one.status === 'active' && (
                <ButtonLink
                  href={at.to(`/campaigns/new?template=${one.id}`)}
                  icon="plus"
                  refused={whyNot(WHO_CREATES_CAMPAIGNS)(at)}
                >
                  Create campaign
                </ButtonLink>
              )
            }
          >
            {one.status === 'archived' && 'Archived: new campaigns can’t start from it.'}
          </PageHead>
          <Card title="Settings">
            <Facts facts={factsOf(at, one, account)} />
          </Card>
          {writesAsBrand(at.place) && <Acts one={one} />}
        </>
      ),
    };
  },
  actions: {
    rename: async (at, form) => {
      await change(at, { name: form.text('name'), version: form.version });
      return at.go(at.url.pathname, 'Saved.');
    },
    archive: async (at, form) => {
      await change(at, { status: 'archived', version: form.version });
      return at.go(at.to('/campaigns/templates'), 'Template archived.');
    },
    restore: async (at, form) => {
      await change(at, { status: 'active', version: form.version });
      return at.go(at.url.pathname, 'Template restored.');
    },
  },
});

function Acts({ one: { name, status, version } }: { one: AdTemplate }) {
  if (status === 'archived')
    return (
      <Card title="Restore">
        <Form action="restore" has={[]} seen={version}>
          <Button look="secondary">Restore template</Button>
        </Form>
      </Card>
    );
  return (
    <>
      <Card title="Name">
        <Form action="rename" has={['name']} seen={version}>
          <TextField name="name" label="Name" required maxlength={200} value={name} />
          <Button>Save</Button>
        </Form>
      </Card>
      <Card title="Archive">
        <Buttons>
          <Confirm
            action="archive"
            label="Archive"
            title={`Archive ${name}?`}
            confirm="Archive template"
            has={[]}
            seen={version}
          >
            <p>
              New campaigns can’t start from it until it is restored. Campaigns that did stay as they are.
            </p>
          </Confirm>
        </Buttons>
      </Card>
    </>
  );
}

/** Settings with fields of their own are shown field by field. */
const BY_FIELD = ['budget', 'schedule', 'audience', 'ad', 'settings', 'tracking', 'creatorPay'];
/** Fields whose values are codes of ours. */
const CODES = [
  '/objective',
  '/optimizationEvent',
  '/identity',
  '/ad/callToAction',
  '/audience/gender',
  '/creatorPay/model',
  '/creatorPay/revenueEvent',
];
const AMOUNTS = ['/budget/daily', '/budget/billingLimit', '/creatorPay/leadAmount', '/creatorPay/cap'];

/** The ad account that the template names, with its currency; null without one, or where it can't be read. */
async function accountOf(at: PlaceVisit, { campaign: { connection } }: AdTemplate): Promise<Account | null> {
  if (connection === undefined) return null;
  const params = { id: connection };
  const [named, account] = await Promise.all([
    part(at, at.run('GET /v1/connections/:id', { params })),
    part(at, at.run(connectionOperations.getAdAccount, { params })),
  ]);
  if (named === null || account === null) return null;
  return { id: named.id, name: named.name ?? adPlatformName(named.provider), currency: account.currency };
}

interface Account {
  id: string;
  name: string;
  currency: string;
}

type Fact = readonly [string, Child];

function factsOf(at: PlaceVisit, { id, campaign, createdAt }: AdTemplate, account: Account | null): Fact[] {
  const { destination, connection, attribution, creatorPay, ...others } = campaign;
  const leads = destination && [words(destination.type), destination.value].filter(Boolean).join(': ');
  const pays = creatorPay?.creatorShare != null || creatorPay?.leadAmount != null;
  const facts = Object.entries({ ...others, ...(pays && { creatorPay }) }).flatMap(([name, value]) =>
    BY_FIELD.includes(name) && isRecord(value)
      ? Object.entries(value).flatMap(([field, one]) => factOf(`/${name}/${field}`, one, account))
      : factOf(`/${name}`, value, account),
  );
  return [
    ...(leads ? [['Destination', leads] as const] : []),
    ...facts,
    ...(attribution
      ? [['Attribution source', attribution.source === 'service' ? 'Your pixel' : 'The platform'] as const]
      : []),
    ...(connection
      ? [
          [
            'Ad account',
            account ? (
              <a href={at.to(`/connections/${account.id}`)}>{account.name}</a>
            ) : (
              <Code>{connection}</Code>
            ),
          ] as const,
        ]
      : []),
    ['Created', <Time at={createdAt} exact />],
    ['ID', <Code>{id}</Code>],
  ];
}

/** Without an ad account nobody knows the currency, and some have no cents: amounts are in the smallest unit then. */
function factOf(path: string, value: unknown, account: Account | null): Fact[] {
  if (value === null || value === undefined) return [];
  if (AMOUNTS.includes(path) && typeof value === 'number')
    return [
      [
        fieldName(path),
        account
          ? money(value, account.currency)
          : `${count(value)} in the smallest unit of the ad account’s currency`,
      ],
    ];
  if (CODES.includes(path)) return [[fieldName(path), words(String(value))]];
  if (path === '/audience/countries' && Array.isArray(value))
    return [[fieldName(path), value.map((code) => countryName(String(code))).join(', ')]];
  const [label, shown] = settingFact(path, value);
  return shown === '' ? [] : [[label, shown]];
}
