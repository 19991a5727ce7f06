// Where a creator without an account authorizes an ad, or declines. Whoever has the link can open it, so it shows nothing
// but what the creator was asked for.
import { PERMISSIONS } from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import {
  type AdRequest,
  answerAdRequest,
  findAdRequest,
} from '../../../domains/ads/ad-authorizations/answer-ad-request.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Facts } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { openPage } from '../../page.ts';
import type { Visit } from '../../visit.ts';

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
      const day = form.text('expiresAt');
      const ends = Date.parse(`${day}T00:00:00Z`);
      await answer(at, {
        code: form.text('sparkCode') || form.text('adCode'),
        // The day itself is in.
        expiresAt: Number.isNaN(ends) ? null : ends + DAY_MS,
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
      {shown.unverified ? <Answer row={row} brand={shown.brandName} now={now} /> : <Owned />}
    </>
  );
}

const Owned = () => (
  <>
    <Notice>This request is answered in the creator's account.</Notice>
    <ButtonLink href="/sign-in">Sign in</ButtonLink>
  </>
);

function Answer({ row, brand, now }: { row: AdRequest['row']; brand: string; now: number }) {
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
        <Notice title="Ended">Send a new code to renew it.</Notice>
      )}
      <CodeForm row={row} isGranted={isGranted} />
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

const WHERE = {
  sparkCode: 'In TikTok, open the post and its ad settings. Allow ads, then generate a code and copy it.',
  adCode: 'In Instagram, open the post and its partnership ad settings. Get a code and copy it.',
} as const;

function CodeForm({ row, isGranted }: { row: AdRequest['row']; isGranted: boolean }) {
  const { code, name, tellsEnd } = PERMISSIONS[row.platform];
  return (
    <Form action="authorize">
      <TextField
        name={code}
        label={`Code from ${name}`}
        hint={WHERE[code]}
        required
        autocomplete="one-time-code"
      />
      {!tellsEnd && (
        <TextField
          name="expiresAt"
          label="Last day"
          hint="Without one, it lasts until you withdraw it."
          type="date"
        />
      )}
      <Button>{isGranted ? 'Send new code' : 'Authorize ad'}</Button>
    </Form>
  );
}
