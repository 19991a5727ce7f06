// Where a creator without an account authorizes an ad, or declines. Whoever has the link can open it, so it shows nothing
// but what the creator was asked for.
import { PERMISSIONS } from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import {
  type AdRequest,
  answerAdRequest,
  findAdRequest,
} from '../../../domains/ads/ad-authorizations/answer-ad-request.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Facts } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { openPage } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { CodeForm, lastDayOf } from './code-form.tsx';

const linkOf = (at: Visit) => at.params.link ?? '';

export const adRequestPage = openPage({
  path: '/ad-requests/:link',
  show: async (at) => {
    const request = await findAdRequest(at.system(), linkOf(at));
    if (!request)
      return {
        title: 'Request not found',
        status: 404,
        body: (
          <>
            <h1>Request not found</h1>
            <p class="lead">The link is incomplete or no longer valid. Ask the brand for a new one.</p>
          </>
        ),
      };
    return { title: 'Authorize an ad', body: <Request request={request} now={at.now} /> };
  },
  actions: {
    authorize: async (at, form) => {
      await answer(at, {
        code: form.text('sparkCode') || form.text('adCode'),
        expiresAt: lastDayOf(form.text('expiresAt')),
      });
      return at.go(at.url.pathname, 'Ad authorized.');
    },
    decline: async (at) => {
      await answer(at, { no: true });
      return at.go(at.url.pathname, 'Declined.');
    },
  },
});

async function answer(at: Visit, given: Parameters<typeof answerAdRequest>[2]): Promise<void> {
  const ctx = at.system();
  await answerAdRequest(ctx, linkOf(at), given);
  await at.commit(ctx);
}

function Request({ request: { row, shown }, now }: { request: AdRequest; now: number }) {
  const { name } = PERMISSIONS[row.platform];
  const url = row.post?.url ?? shown.url;
  const facts = [
    ...(row.handle === null ? [] : [['Account', row.handle] as const]),
    ...(url === null
      ? []
      : [
          [
            'Post',
            <a href={url} rel="noreferrer noopener">
              {url.replace(/^https:\/\/(www\.)?/, '')}
            </a>,
          ] as const,
        ]),
    ...(shown.caption === null ? [] : [['Caption', shown.caption] as const]),
  ];
  return (
    <>
      <h1>Authorize an ad</h1>
      <p class="lead">
        {shown.brandName} asks to show your post as an ad on {name}, with your name on it.
      </p>
      {facts.length > 0 && <Facts facts={facts} />}
      {shown.unverified ? <Answer row={row} shown={shown} now={now} /> : <Owned />}
    </>
  );
}

const Owned = () => (
  <>
    <Notice>This request is answered in the creator's account.</Notice>
    <ButtonLink href="/sign-in">Sign in</ButtonLink>
  </>
);

function Answer({ row, shown, now }: AdRequest & { now: number }) {
  const { brandName: brand, together } = shown;
  const isOver = row.expiresAt !== null && row.expiresAt <= now;
  if (row.status === 'revoked')
    return <Notice title="Declined">{brand} can no longer use this post in ads.</Notice>;
  const isGranted = row.status === 'granted' && !isOver;
  return (
    <>
      {isGranted && (
        <Notice tone="success" title="Authorized">
          {row.expiresAt === null ? (
            'It has no end.'
          ) : (
            <>
              It ends on <Time at={row.expiresAt} />.
            </>
          )}
        </Notice>
      )}
      {!isGranted && row.status !== 'requested' && (
        <Notice title="Ended">{together && 'Send a new code to renew it.'}</Notice>
      )}
      {together ? (
        <CodeForm action="authorize" platform={row.platform} needsCode isGranted={isGranted} />
      ) : (
        <Notice>You and {brand} no longer work together.</Notice>
      )}
      {(isGranted || row.status === 'requested') && (
        <Confirm
          action="decline"
          label={isGranted ? 'Withdraw' : 'Decline'}
          title={isGranted ? `Stop ${brand} from using this post?` : `Decline the request of ${brand}?`}
          confirm={isGranted ? 'Withdraw authorization' : 'Decline request'}
        >
          {isGranted ? 'Its ads with this post are paused.' : `${brand} cannot use this post in ads.`}
        </Confirm>
      )}
    </>
  );
}
