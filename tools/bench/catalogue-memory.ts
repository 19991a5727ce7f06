// How much memory the isolate takes that reads a shop's whole list.
import { type Row, withInstances } from './cases.ts';
import { connect, listWhole, withShop } from './catalogue.ts';
import { confined, heapOf, IDLE_MIB } from './heap.ts';
import { type Bundles, startOurs } from './instances.ts';
import { setScene } from './scene.ts';

const MOST_MIB = 32;

/** The most that the isolate held while it read 400,000 lines, above what it holds at rest. */
export async function catalogueMemory(bundles: Bundles): Promise<Row> {
  return await withShop((_, settings) =>
    withInstances(
      [() => confined(IDLE_MIB + MOST_MIB, () => startOurs(bundles, settings, { inspectorPort: 0 }))],
      async (ours) => {
        const scene = await setScene(ours!.mf);
        await connect(scene);
        const heap = await heapOf(await ours!.mf.getInspectorURL());
        const above = await heap.above(async () => await listWhole(ours!, scene));
        heap.close();
        return {
          what: 'Memory of the isolate that reads these, above an idle one, beside what it may have',
          unit: 'MiB',
          ours: above,
          bare: MOST_MIB,
          ratio: above / MOST_MIB,
          target: { most: 1 },
        };
      },
    ),
  );
}
