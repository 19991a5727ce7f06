// The pixels on an account's websites.
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { LastEvent, PixelState, requireAccount } from './pixel-parts.tsx';

export const pixelsPage = placePage({
  path: '/pixels',
  show: async (at) => {
    requireAccount(at);
    const { items, nextCursor } = await at.run('GET /v1/pixels', { query: at.given('cursor') });
    return {
      title: 'Pixels',
      body: (
        <>
          <PageHead title="Pixels">
            A pixel on your website tells which sales came from creators' videos and from ads.
          </PageHead>
          <Card flush>
            {items.length === 0 ? (
              <EmptyState
                title="No pixels yet"
                icon="chart"
                action={<ButtonLink href="/docs#/Pixels/createPixel">How to create a pixel</ButtonLink>}
              >
                Pixels are created through the API.
              </EmptyState>
            ) : (
              <Table
                label="Pixels"
                rows={items}
                columns={[
                  {
                    label: 'Pixel',
                    main: true,
                    cell: (pixel) => (
                      <TwoLines href={at.to(`/pixels/${pixel.id}`)} title={pixel.name}>
                        {pixel.domains.join(', ')}
                      </TwoLines>
                    ),
                  },
                  { label: 'Status', cell: (pixel) => <PixelState pixel={pixel} /> },
                  { label: 'Last event', cell: (pixel) => <LastEvent pixel={pixel} /> },
                  { label: 'Created', cell: (pixel) => <Time at={pixel.createdAt} /> },
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});
