// The form of a new campaign: its sections in the usual order, its fields as the platform defines them.
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field-record.ts';
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Checkbox, Choices } from '../../components/choices.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { newestOnly, type WholeList } from '../whole-list.ts';
import { adPlatformName, destinationLabel } from './campaign-parts.tsx';
import type { FormChoices } from './form-choices.tsx';
import { CampaignField } from './form-field.tsx';
import type { AddedPlatform, FormGround } from './form-ground.ts';
import { nameAt, OF_THE_GROUND, pathInBlock } from './form-input.ts';
import { PAY_NAMES, PayCard } from './form-pay.tsx';
import { VideoChoices, type Videos } from './form-videos.tsx';

/** Sections by the pointers that belong to them; all other fields are the platform's own. */
const PARTS: readonly { title: string; begins: RegExp; beside?: RegExp }[] = [
  { title: 'Campaign details', begins: /^\/(name|destination\/value|optimizationEvent)$/ },
  { title: 'Ad creative', begins: /^\/(creatives|identity|ad\/.*)$/ },
  { title: 'Budget & schedule', begins: /^\/(budget|schedule)\//, beside: /./ },
  { title: 'Audience', begins: /^\/audience\//, beside: /\/(ageMin|ageMax)$/ },
];

/**
 * Fields that are shown elsewhere in the form, or only stored with the campaign, so that nobody expects them
 * to do something.
 */
const ELSEWHERE = [...OF_THE_GROUND, '/scheduledLaunchAt', '/settings/revenueConversion'];

const MAKE = 'Create campaign';

interface Props {
  at: PlaceVisit;
  ground: FormGround;
  choices: FormChoices;
  videos: Videos;
  conversions: WholeList<Conversion>;
}

export function CampaignForm({ at, ground, choices, videos, conversions }: Props) {
  const fields = ground.fields.filter(({ path }) => !ELSEWHERE.includes(path));
  const own = fields.filter(({ path }) => !PARTS.some(({ begins }) => begins.test(path)));
  return (
    <div class="with-aside">
      <Form action="create" enters={MAKE} has={namesIn(ground, fields)} draft>
        {PARTS.map(({ title, begins, beside }) => {
          const inPart = fields.filter(({ path }) => begins.test(path));
          const paired = inPart.filter(({ path }) => beside?.test(path));
          return (
            <Card title={title}>
              {inPart
                .filter((field) => !paired.includes(field))
                .map((field) =>
                  field.path === '/creatives' ? (
                    <VideoChoices at={at} videos={videos} />
                  ) : (
                    <CampaignField field={field} ground={ground} choices={choices} />
                  ),
                )}
              {paired.length > 0 && (
                <div class="fields-beside">
                  {paired.map((field) => (
                    <CampaignField field={field} ground={ground} choices={choices} />
                  ))}
                </div>
              )}
            </Card>
          );
        })}
        {own.length > 0 && (
          <Card title={`${adPlatformName(ground.connection.provider)} settings`}>
            {own.map((field) => (
              <CampaignField field={field} ground={ground} choices={choices} />
            ))}
          </Card>
        )}
        {ground.added.map((added) => (
          <Added at={at} added={added} ground={ground} choices={choices} />
        ))}
        {ground.moreConnections && (
          <p class="quiet">
            You can add other platforms that you have connected. {newestOnly({ more: true })}
          </p>
        )}
        <PayCard ground={ground} conversions={conversions} />
        <Start />
        <Button>{MAKE}</Button>
      </Form>
      <aside class="aside" data-preflight aria-label="Errors and warnings">
        <p class="two-lines-title">Not checked yet</p>
        <p class="quiet">
          The campaign is checked against the platform’s rules when you submit the form. Errors are shown at
          their fields, and nothing you filled in is lost.
        </p>
      </aside>
    </div>
  );
}

function namesIn({ added }: FormGround, fields: readonly AdFieldRecord[]): string[] {
  const inBlocks = added.flatMap(({ name, fields: theirs }) => [
    ...theirs.flatMap(({ path }) => pathInBlock(name, path) ?? []),
    `/settings/${name}/link`,
  ]);
  return [
    ...[...fields.map(({ path }) => path), ...inBlocks, '/scheduledLaunchAt'].map(nameAt),
    ...PAY_NAMES,
  ];
}

function Added({
  at,
  added: { name, fields },
  ground,
  choices,
}: {
  at: PlaceVisit;
  added: AddedPlatform;
  ground: FormGround;
  choices: FormChoices;
}) {
  const platform = adPlatformName(name);
  const chosen = at.form?.input.checked(`added.${name}`) ?? ground.hasBelow(`/settings/${name}`);
  return (
    <Card title={`Also on ${platform}`}>
      <Checkbox
        name={`added.${name}`}
        checked={chosen}
        label={`Also run on ${platform}`}
        hint={`The budget is split evenly. The campaign uses your ${platform} connection.`}
      />
      <details class="more" open={chosen}>
        <summary>Settings for {platform}</summary>
        <div class="form">
          {fields.map((field) => {
            const path = pathInBlock(name, field.path);
            return (
              path && <CampaignField field={field} ground={ground} choices={choices} path={path} optional />
            );
          })}
          <TextField
            name={`settings.${name}.link`}
            label={destinationLabel(ground.destination)}
            maxlength={2000}
            hint="Leave empty to use the campaign's."
          />
        </div>
      </details>
    </Card>
  );
}

function Start() {
  return (
    <Card title="Publish">
      <Choices
        name="start"
        label="After setup"
        required
        chosen={['paused']}
        options={[
          {
            value: 'paused',
            label: 'Save as paused',
            hint: 'Review it first, and launch it from its page.',
          },
          {
            value: 'now',
            label: 'Publish now',
            hint: 'It starts to spend once the platform has reviewed the ads.',
          },
          { value: 'planned', label: 'Schedule', hint: 'Set the date and time below.' },
        ]}
      />
      <TextField
        name="scheduledLaunchAt"
        label="Launch date and time (UTC)"
        type="datetime-local"
        required="required to schedule the launch"
      />
    </Card>
  );
}
