// The two pages of a new campaign: first its platform, objective and destination, which decide the other
// fields; then the form, which shows errors and warnings while it is filled in.
import { DESTINATION_TYPES } from '../../../domains/ads/campaign-terms/terms.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select } from '../../components/fields.tsx';
import { placeWords } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { words } from '../../format.tsx';
import { type FormInput, fieldName } from '../../forms.ts';
import { type Outcome, placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { newestOnly, wholeList } from '../whole-list.ts';
import { CampaignForm } from './campaign-form.tsx';
import { adConnections, adPlatformName, requireAccount } from './campaign-parts.tsx';
import { readChoices } from './form-choices.tsx';
import { type FormGround, readGround } from './form-ground.ts';
import { bodyOf, checkForm } from './form-input.ts';
import { readConversions } from './form-pay.tsx';
import { readVideos } from './form-videos.tsx';
import { isPreflight } from './problem-words.ts';

const HEAD = { title: 'New campaign' };

/**
 * The objectives to choose from. A campaign record can have more, which follow from the destination and the
 * event.
 */
const OBJECTIVES = ['conversions', 'traffic', 'awareness'];

export const WHO_CREATES_CAMPAIGNS = 'Owners and admins of the account create campaigns.';

export const newCampaignPage = placePage({
  path: '/campaigns/new',
  show: async (at) => {
    requireAccount(at);
    requireChanges(at);
    return at.query('connection') ? await theForm(at) : await where(at);
  },
  actions: {
    create: async (at, form) => {
      requireChanges(at);
      const ground = await readGround(at);
      const { body, issues } = bodyOf(form, ground);
      // Errors of the schema and problems of the preflight are shown together.
      if (issues.length > 0) await refuse(at, form, ground);
      try {
        const { id, name } = await at.run('POST /v1/campaigns', { body });
        return at.go(at.to(`/campaigns/${id}`), `${name} is being set up.`);
      } catch (error) {
        const refused = error instanceof AppError && error.code === 'validation_failed';
        if (refused || isPreflight(error)) await refuse(at, form, ground);
        throw error;
      }
    },
    check: async (at, form) => {
      requireChanges(at);
      const { success } = await at.env.WRITES.limit({ key: at.person.id });
      if (!success) return told({ error: 'Too many changes at once. Try again in ten seconds.' }, 429);
      try {
        const { problems, warnings } = await checkForm(at, form, await readGround(at));
        const placed = ({ path, ...one }: (typeof problems)[number]) => ({
          ...one,
          name: fieldName(path),
          place: placeWords(fieldName(path)),
        });
        return told({ problems: problems.map(placed), warnings: warnings.map(placed) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return told({ error: error.message }, error.status);
      }
    },
  },
});

function requireChanges(at: PlaceVisit): void {
  if (!writesAsBrand(at.place)) throw new AppError('permission_denied', WHO_CREATES_CAMPAIGNS);
}

/** Throws validation_failed with every problem of the form. */
async function refuse(at: PlaceVisit, form: FormInput, ground: FormGround): Promise<void> {
  const { problems } = await checkForm(at, form, ground);
  throw new AppError('validation_failed', 'Please fix the errors below.', { details: { problems } });
}

const told = (answer: object, status = 200) =>
  new Response(JSON.stringify(answer), { status, headers: { 'Content-Type': 'application/json' } });

async function where(at: PlaceVisit): Promise<Outcome> {
  const [connections, templates, defaults] = await Promise.all([
    adConnections(at),
    wholeList(at, 'GET /v1/ad-templates'),
    at.run('GET /v1/ad-defaults'),
  ]);
  const ready = connections.items.filter(({ status }) => status === 'active');
  const asSaid = templates.items.length > 0;
  const first = (label: string) => (asSaid ? [{ value: '', label }] : []);
  return {
    ...HEAD,
    body: (
      <>
        <PageHead title="New campaign" back={{ href: at.to('/campaigns'), label: 'Campaigns' }}>
          The platform and the objective decide which settings follow.
        </PageHead>
        <Card>
          {ready.length === 0 ? (
            <EmptyState
              title="No ad account connected"
              icon="swap"
              action={<ButtonLink href={at.to('/connections')}>Go to connections</ButtonLink>}
            >
              Connect an ad account and finish its setup to create campaigns.
            </EmptyState>
          ) : (
            <form method="get" action={at.url.pathname} class="form">
              <Select
                name="connection"
                label="Ad account"
                required
                hint={newestOnly(connections)}
                options={ready.map(({ id, name, provider }) => ({
                  value: id,
                  label: name ? `${name} (${adPlatformName(provider)})` : adPlatformName(provider),
                }))}
              />
              {asSaid && (
                <Select
                  name="template"
                  label="Template"
                  hint={`Fills in the form. You can change everything. ${newestOnly(templates)}`}
                  value={at.query('template') ?? ''}
                  options={[
                    { value: '', label: 'None' },
                    ...templates.items.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              )}
              <Select
                name="objective"
                label="Objective"
                required={!asSaid}
                value={asSaid ? '' : defaults.objective}
                options={[
                  ...first('From the template or your defaults'),
                  ...OBJECTIVES.map((value) => ({ value, label: words(value) })),
                ]}
              />
              <Select
                name="destination"
                label="Destination"
                required={!asSaid}
                value={asSaid ? '' : 'website'}
                options={[
                  ...first('From the template, otherwise a website'),
                  ...DESTINATION_TYPES.map((value) => ({ value, label: DESTINATIONS[value] })),
                ]}
              />
              <Button>Continue</Button>
            </form>
          )}
        </Card>
      </>
    ),
  };
}

const DESTINATIONS: Record<(typeof DESTINATION_TYPES)[number], string> = {
  website: 'Website',
  mobile_app: 'App',
  ios_app_store: 'App Store',
  google_play: 'Google Play',
  deep_link: 'Deep link',
};

async function theForm(at: PlaceVisit): Promise<Outcome> {
  const reading = readGround(at);
  const [ground, choices, videos, conversions] = await Promise.all([
    reading,
    reading.then((ground) => readChoices(at, ground)),
    readVideos(at),
    readConversions(at),
  ]);
  const { connection, objective, destination, template } = ground;
  const facts = [
    words(objective),
    (DESTINATIONS as Record<string, string>)[destination],
    `${connection.name ?? 'Ad account'} (${adPlatformName(connection.provider)})`,
    ...(template ? [`Template: ${template.name}`] : []),
  ];
  return {
    ...HEAD,
    body: (
      <>
        <PageHead title="New campaign" back={{ href: at.to('/campaigns/new'), label: 'Back' }}>
          {facts.join(' · ')}
        </PageHead>
        <CampaignForm at={at} ground={ground} choices={choices} videos={videos} conversions={conversions} />
      </>
    ),
    islands: ['preflight'],
  };
}
