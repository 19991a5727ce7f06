// What anyone on the web reads of a program whose account shows it: its name, image, pay and platforms.
import { getPublicProgram, openPublicImage } from '../../../domains/work/programs/get-public-program.ts';
import { BROWSER_SAFETY } from '../../../http/browser-safety.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { platformName } from '../../format.tsx';
import { openPage } from '../../page.ts';
import { Earns } from './for-creators.tsx';
import { earnsWords, NO_NAMES } from './pay-words.tsx';

/** Where a creator chooses the profile that applies. */
const applying = (id: string): string => `/app?program=${id}&only=1`;

/** The address of a program's public page. */
export const publicPath = (id: string): string => `/p/${id}`;

export const publicProgramPage = openPage({
  path: '/p/:program',
  kept: true,
  show: async (at) => {
    const { id, name, pay, platforms, image: size } = await getPublicProgram(at.system(), at.params.program!);
    const image = size && { ...size, url: `${publicPath(id)}/image` };
    return {
      title: name,
      layout: 'wide',
      preview: { url: publicPath(id), text: earnsWords(pay, NO_NAMES)[0]!, image },
      body: (
        <>
          <PageHead title={name}>A program for creators</PageHead>
          {image !== null && <img class="picture" src={image.url} alt={name} width={320} height={320} />}
          <Earns pay={pay} nameOf={NO_NAMES} />
          <Card>
            <Facts
              facts={[['Platforms', platforms.length === 0 ? 'Any' : platforms.map(platformName).join(', ')]]}
            />
          </Card>
          <Buttons>
            <ButtonLink href={applying(id)}>Apply</ButtonLink>
            <ButtonLink look="secondary" href={`/sign-up?to=${encodeURIComponent(applying(id))}`}>
              Create an account
            </ButtonLink>
          </Buttons>
        </>
      ),
    };
  },
});

export const publicImagePage = openPage({
  path: '/p/:program/image',
  kept: true,
  show: async (at) => {
    const { type, body, size } = await openPublicImage(at.system(), at.params.program!);
    return new Response(body, {
      headers: {
        ...BROWSER_SAFETY,
        'Content-Type': type,
        'Content-Length': String(size),
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    });
  },
});

export const publicPages = [publicProgramPage, publicImagePage];
