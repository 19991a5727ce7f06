// One template: the settings that a campaign starts from, its name, and its archive.
import type { AdTemplate } from '../../../domains/ads/ad-templates/ad-template.ts';
import { isRecord } from '../../../kit/given.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { count, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { requireAccount } from './campaign-parts.tsx';
import { fieldName } from './field-names.ts';
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
            <Facts facts={factsOf(one)} />
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
const AMOUNTS = ['/budget/daily', '/budget/billingLimit', '/creatorPay/leadAmount', '/creatorPay/cap'];

function factsOf({ id, campaign, createdAt }: AdTemplate): [string, ReturnType<typeof Code> | string][] {
  const { destination, ...others } = campaign;
  const leads = destination && [words(destination.type), destination.value].filter(Boolean).join(': ');
  const facts = Object.entries(others).flatMap(([name, value]) =>
    BY_FIELD.includes(name) && isRecord(value)
      ? Object.entries(value).flatMap(([field, part]) => factOf(`/${name}/${field}`, part))
      : factOf(`/${name}`, value),
  );
  return [
    ...(leads ? [['Destination', leads] satisfies [string, string]] : []),
    ...facts,
    ['Created', <Time at={createdAt} exact />],
    ['ID', <Code>{id}</Code>],
  ];
}

/** Currencies differ by ad account, and some have no cents, so amounts are in the smallest unit. */
function factOf(path: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (AMOUNTS.includes(path) && typeof value === 'number')
    return [[fieldName(path), `${count(value)} in the smallest unit of the ad account’s currency`]];
  const [label, shown] = settingFact(path, value);
  return shown === '' ? [] : [[label, shown]];
}
