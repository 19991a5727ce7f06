// Permissions to show posts as ads: what an account asked for, or what a creator is asked for.
import {
  type AdAuthorization,
  AUTHORIZATION_PLATFORMS,
  AUTHORIZATION_STATUSES,
  PERMISSIONS,
} from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import { Buttons } from '../../components/button.tsx';
import { Badge, type BadgeTone, Card, Facts, PageHead } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { filterBy } from '../../components/filters.tsx';
import { TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import { namesFor } from '../places/names.ts';
import { CodeForm, lastDayOf } from './code-form.tsx';

export const adAuthorizationsPage = listPage<AdAuthorization>({
  path: '/ad-authorizations',
  title: 'Ad authorizations',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'Brands that ask to show your posts as ads, with your name on them.'
      : "Creators' permissions to show their posts as ads.",
  filters: () => [
    filterBy('status', 'Status', 'Any status', AUTHORIZATION_STATUSES, words),
    filterBy(
      'platform',
      'Platform',
      'All platforms',
      AUTHORIZATION_PLATFORMS,
      (one) => PERMISSIONS[one].name,
    ),
  ],
  kept: ['submission'],
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/ad-authorizations', { query }),
  shown: async (at, rows) => {
    const isCreator = at.place.type === 'creator';
    const names = await namesFor(at, rows);
    const nameOf = (one: AdAuthorization) => (isCreator ? one.brandName : names.creator(one.creator));
    return {
      nameOf,
      names,
      columns: [
        {
          label: isCreator ? 'Brand' : 'Creator',
          main: true,
          cell: (one) => (
            <TwoLines href={at.to(`/ad-authorizations/${one.id}`)} title={nameOf(one)}>
              {[one.handle, one.post?.caption].filter(Boolean).join(' · ')}
            </TwoLines>
          ),
        },
        { label: 'Status', first: true, cell: (one) => <Status of={one} /> },
        { label: 'Platform', cell: (one) => PERMISSIONS[one.platform].name },
        { label: 'Requested', cell: (one) => <Time at={one.createdAt} /> },
        { label: 'Ends', cell: (one) => <End of={one} /> },
      ],
    };
  },
  none: ({ place }) =>
    place.type === 'creator'
      ? {
          icon: 'megaphone',
          text: 'When a brand asks to show one of your posts as an ad, the request appears here.',
          next: { path: '/submissions', label: 'View submissions' },
        }
      : {
          icon: 'megaphone',
          text: 'Ask on the page of an approved submission. Requests appear here, with their answers.',
          next: { path: '/submissions?status=approved', label: 'View approved submissions' },
        },
});

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
