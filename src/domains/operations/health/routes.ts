import { defineRawRoute } from '../../../http/define-page.ts';
import { access } from '../../../http/define-route.ts';
import { AppError } from '../../../kit/error.ts';
import { getHealth } from './get-health.ts';

export const healthRoutes = [
  defineRawRoute({
    operationId: 'getHealth',
    method: 'GET',
    path: '/healthz',
    access: access.open('An uptime check has no key, and what it reads says nothing about anybody.'),
    handle: async (ctx) => {
      const health = await getHealth(ctx);
      if (health.problems.length > 0)
        throw new AppError('unavailable', health.problems.join(' '), { details: health });
      return Response.json({ data: health });
    },
  }),
];
