// Programs that brands show to every creator, for creators who look for one.
import { PROGRAM_PLATFORMS, type Program } from '../../../domains/work/program-terms/program.ts';
import { AppError } from '../../../kit/error.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Filters, filterBy } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager } from '../../components/table.tsx';
import { platformName } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { earnsWords, NO_NAMES } from './pay-words.tsx';

export const discoverPage = placePage({
  path: '/programs/discover',
  show: async (at) => {
    if (at.place.type !== 'creator')
      throw new AppError('permission_denied', 'Creators discover programs here.');
    const { account, q, platform } = at.given('account', 'q', 'platform');
    const query: Record<string, string> = {
      scope: 'network',
      ...at.given('account', 'q', 'platform', 'cursor'),
    };
    const { items, nextCursor } = await at.run('GET /v1/programs', { query });
    const isFiltered = q !== undefined || platform !== undefined;
    const only = account === undefined ? null : (items[0]?.brandName ?? null);
    return {
      title: 'Discover programs',
      body: (
        <>
          <PageHead
            title={only === null ? 'Discover programs' : `Programs of ${only}`}
            back={
              account === undefined
                ? { href: at.to('/programs'), label: 'Programs' }
                : { href: at.to('/programs/discover'), label: 'Discover programs' }
            }
          >
            Live programs that any creator can apply to, newest first.
          </PageHead>
          <Filters
            kept={['account']}
            filters={[
              { kind: 'text', name: 'q', label: 'Name', placeholder: 'How it begins' },
              filterBy('platform', 'Platform', 'Any platform', PROGRAM_PLATFORMS, platformName),
            ]}
          />
          {items.length === 0 ? (
            <Card flush>
              {isFiltered ? (
                <NoneMatch title="No programs match" all={at.to('/programs/discover')} />
              ) : (
                <EmptyState
                  title="No open programs now"
                  icon="program"
                  action={
                    <ButtonLink look="secondary" href={at.to('/programs')}>
                      View your programs
                    </ButtonLink>
                  }
                >
                  Programs that brands show to every creator appear here.
                </EmptyState>
              )}
            </Card>
          ) : (
            <ul class="offers">
              {items.map((one) => (
                <Offer at={at} one={one} ofBrand={account === undefined} />
              ))}
            </ul>
          )}
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function Offer({ at, one, ofBrand }: { at: PlaceVisit; one: Program; ofBrand: boolean }) {
  const { account, brandName, id, name, image, brief, platforms, pay } = one;
  return (
    <li class="card offer">
      {image && <img class="picture" src={image.url} alt="" width={96} height={96} loading="lazy" />}
      <div class="offer-words">
        <h2>
          <a href={at.to(`/programs/${id}`)}>{name}</a>
        </h2>
        <p class="quiet">
          {ofBrand ? (
            <a href={at.to(`/programs/discover?account=${account}`)}>{brandName ?? 'A brand'}</a>
          ) : (
            brandName
          )}
          {platforms.length > 0 && ` · ${platforms.map(platformName).join(', ')}`}
        </p>
        {brief.summary && <p class="offer-summary">{brief.summary}</p>}
        <p>{earnsWords(pay, NO_NAMES, 'You earn')[0]}</p>
      </div>
    </li>
  );
}
