// A program as creators see it: its brief, its pay and its limits. The account's preview shows the same.
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { Card, Facts } from '../../components/card.tsx';
import { platformName, Time } from '../../format.tsx';
import { type ConversionName, earnsWords, limitWords } from './pay-words.tsx';

export function ForCreators({ program, nameOf }: { program: Program; nameOf: ConversionName }) {
  return (
    <>
      <Earns pay={program.pay} nameOf={nameOf} />
      <Brief program={program} />
      <Terms program={program} />
    </>
  );
}

export function Terms({ program }: { program: Program }) {
  return (
    <Card title="Terms">
      <Facts
        facts={[
          [
            'Platforms',
            program.platforms.length === 0 ? 'Any' : program.platforms.map(platformName).join(', '),
          ],
          ['Starts', program.startsAt === null ? 'At once' : <Time at={program.startsAt} exact />],
          ['Ends', program.endsAt === null ? 'No end' : <Time at={program.endsAt} exact />],
          ['Limits', limitWords(program).join(', ') || 'None'],
        ]}
      />
    </Card>
  );
}

export function Earns({
  pay,
  nameOf,
  title,
}: {
  pay: Program['pay'];
  nameOf: ConversionName;
  /** For the creator itself. */
  title?: string;
}) {
  return (
    <Card title={title ?? 'What a creator earns'}>
      {earnsWords(pay, nameOf, title === undefined ? 'A creator earns' : 'You earn').map((line) => (
        <p>{line}</p>
      ))}
    </Card>
  );
}

export function Brief({ program: { brief, image, name } }: { program: Program }) {
  const lists = [
    ['What to film', brief.film],
    ['What to say', brief.say],
    ['What to avoid', brief.avoid],
  ] as const;
  const empty =
    brief.summary === null && brief.links.length === 0 && lists.every(([, lines]) => lines.length === 0);
  return (
    <Card title="Brief">
      {image && <img class="picture" src={image.url} alt={name} width={160} height={160} />}
      {empty && <p class="quiet">No brief yet.</p>}
      {brief.summary && <p class="brief-text">{brief.summary}</p>}
      {lists.map(
        ([title, lines]) =>
          lines.length > 0 && (
            <>
              <h3>{title}</h3>
              <ul class="brief-points">
                {lines.map((line) => (
                  <li>{line}</li>
                ))}
              </ul>
            </>
          ),
      )}
      {brief.links.length > 0 && (
        <>
          <h3>References</h3>
          <ul class="brief-points">
            {brief.links.map((link) => (
              <li>
                <a href={link} rel="noopener noreferrer nofollow" target="_blank">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
