// Permissions to show posts as ads: what an account asked for, by their end, or what a creator is asked for.
import type { AdAuthorization } from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import { PERMISSIONS } from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import { Buttons } from '../../components/button.tsx';
import { Badge, type BadgeTone, Card, Facts, PageHead } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { namesFor } from '../places/names.ts';
import { newestOnly, wholeList } from '../whole-list.ts';
import { CodeForm, lastDayOf } from './code-form.tsx';

export const adAuthorizationsPage = placePage({
  path: '/ad-authorizations',
  show: async (at) => {
    const { items, more } = await wholeList(at, 'GET /v1/ad-authorizations');
    const isCreator = at.place.type === 'creator';
    const names = await namesFor(at, items);
    return {
      title: 'Ad authorizations',
      body: (
        <>
          <PageHead title="Ad authorizations">
            {isCreator
              ? 'Brands that ask to show your posts as ads, with your name on them.'
              : "Creators' permissions to show their posts as ads. Those that end soonest come first."}{' '}
            {newestOnly({ more })}
          </PageHead>
          <Card flush>
            {items.length === 0 ? (
              <EmptyState title="No ad authorizations yet" icon="megaphone">
                {isCreator
                  ? 'Requests appear here.'
                  : 'Ask on the page of an approved submission. Requests appear here, with their answers.'}
              </EmptyState>
            ) : (
              <Table
                label="Ad authorizations"
                rows={byEnd(items)}
                columns={[
                  {
                    label: isCreator ? 'Brand' : 'Creator',
                    main: true,
                    cell: (one) => (
                      <TwoLines
                        href={at.to(`/ad-authorizations/${one.id}`)}
                        title={isCreator ? one.brandName : names.creator(one.creator ?? '')}
                      >
                        {[one.handle, one.post?.caption].filter(Boolean).join(' · ')}
                      </TwoLines>
                    ),
                  },
                  { label: 'Platform', cell: (one) => PERMISSIONS[one.platform].name },
                  { label: 'Ends', cell: (one) => <End of={one} /> },
                  { label: 'Status', cell: (one) => <Status of={one} /> },
                ]}
              />
            )}
          </Card>
        </>
      ),
    };
  },
});

const RANK: Record<AdAuthorization['status'], number> = { requested: 0, granted: 1, expired: 2, revoked: 3 };

/** What waits for an answer, then what ends, the soonest first, then what does not, and at last what is over. */
function byEnd(items: readonly AdAuthorization[]): AdAuthorization[] {
  const end = ({ expiresAt }: AdAuthorization) => expiresAt ?? '9999';
  return items.toSorted((a, b) => RANK[a.status] - RANK[b.status] || end(a).localeCompare(end(b)));
}

const End = ({ of }: { of: AdAuthorization }) =>
  of.expiresAt === null || of.status === 'requested' ? <>—</> : <Time at={of.expiresAt} />;

const TONES: Record<AdAuthorization['status'], BadgeTone> = {
  requested: 'warning',
  granted: 'success',
  expired: 'neutral',
  revoked: 'neutral',
};

const Status = ({ of: { status } }: { of: AdAuthorization }) => (
  <Badge tone={TONES[status]}>{words(status)}</Badge>
);

const idOf = (at: PlaceVisit) => ({ id: at.params.authorization ?? '' });

export const adAuthorizationPage = placePage({
  path: '/ad-authorizations/:authorization',
  show: async (at) => {
    const one = await at.run('GET /v1/ad-authorizations/:id', { params: idOf(at) });
    const names = await namesFor(at, [one]);
    const title = at.place.type === 'creator' ? one.brandName : names.creator(one.creator);
    return {
      title: `Ad authorization: ${title}`,
      body: (
        <>
          <PageHead
            title={title}
            back={{ href: at.to('/ad-authorizations'), label: 'Ad authorizations' }}
            action={<Status of={one} />}
          >
            {at.place.type === 'creator'
              ? `Asks to show your post as an ad on ${PERMISSIONS[one.platform].name}, with your name on it.`
              : `A post as an ad on ${PERMISSIONS[one.platform].name}, with the creator's name on it.`}
          </PageHead>
          <Card title="Permission">
            <Facts
              facts={[
                ['Platform', PERMISSIONS[one.platform].name],
                ['Account', one.handle ?? '—'],
                ...(one.post?.caption ? [['Caption', one.post.caption] as const] : []),
                ['Post', one.post === null ? '—' : <a href={one.post.url}>{one.post.url}</a>],
                ['Submission', <a href={at.to(`/submissions/${one.submission}`)}>Open submission</a>],
                ['Ends', <End of={one} />],
              ]}
            />
          </Card>
          <Answers at={at} one={one} />
        </>
      ),
    };
  },
  actions: {
    grant: async (at, form) => {
      const { platform } = await at.run('GET /v1/ad-authorizations/:id', { params: idOf(at) });
      const { code } = PERMISSIONS[platform];
      const given = form.text(code);
      const lastDay = lastDayOf(form.text('expiresAt'));
      await at.run('PATCH /v1/ad-authorizations/:id', {
        params: idOf(at),
        body: {
          status: 'granted',
          ...(given === '' ? {} : { [code]: given }),
          ...(lastDay === null ? {} : { expiresAt: new Date(lastDay).toISOString() }),
        },
      });
      return at.go(at.url.pathname, 'Ad authorized.');
    },
    revoke: async (at) => {
      await at.run('PATCH /v1/ad-authorizations/:id', { params: idOf(at), body: { status: 'revoked' } });
      return at.go(at.url.pathname, 'Authorization revoked.');
    },
  },
});

function Answers({ at, one }: { at: PlaceVisit; one: AdAuthorization }) {
  if (!writes(at.place)) return null;
  const isCreator = at.place.type === 'creator';
  const isOpen = one.status === 'requested' || one.status === 'granted';
  return (
    <>
      {isCreator && one.status !== 'revoked' && (
        <Card title={one.status === 'requested' ? 'Authorize the ad' : 'Renew'}>
          <CodeForm
            action="grant"
            platform={one.platform}
            needsCode={false}
            isGranted={one.status === 'granted'}
          />
        </Card>
      )}
      {!isCreator && one.requestUrl !== null && (
        <Card title="Link for the creator">
          <p>Send this link to a creator without an account. The page takes a code or a no.</p>
          <CodeBlock text={one.requestUrl} label="link" />
        </Card>
      )}
      {isOpen && (
        <Card title={one.status === 'requested' ? 'End the request' : 'End the permission'}>
          <p>{one.status === 'requested' ? 'It can be asked again.' : 'Ads with this post are paused.'}</p>
          <Buttons>
            <Confirm
              action="revoke"
              label={one.status === 'requested' ? (isCreator ? 'Decline' : 'Withdraw request') : 'Revoke'}
              title={one.status === 'requested' ? 'End this request?' : 'Revoke this authorization?'}
              confirm={one.status === 'requested' ? 'End request' : 'Revoke authorization'}
            >
              {one.status === 'requested' ? 'It can be asked again.' : 'Ads with this post are paused.'}
            </Confirm>
          </Buttons>
        </Card>
      )}
    </>
  );
}
