import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, listed, ok } from '../../../http/define-route.ts';
import { auditQuery } from './audit-entry.ts';
import { getAuditFilters } from './get-audit-filters.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export const auditOperations = {
  listAuditEntries: defineOperation({
    operationId: 'listAuditEntries',
    list: true,
    access: access.people('read', 'admins'),
    query: z.strictObject(auditQuery),
    handle: async (ctx, { query }) => listed(await listAuditEntries(ctx, query)),
  }),
  getAuditFilters: defineOperation({
    operationId: 'getAuditFilters',
    access: access.people('read', 'admins'),
    handle: async (ctx) => ok(await getAuditFilters(ctx)),
  }),
};
