import type { SystemCtx } from '../../../context.ts';
import { deleteMirror } from './store.ts';

/** Forgets an account's posts in the batch in which its creator disconnects it. Other connections have none. */
export const endMirror = (ctx: SystemCtx, { id }: { id: string }): void => deleteMirror(ctx, id);
