import { serviceOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of sweep, by name. */
export const sweepFunctions = {
  sweep: {
    for: 'service',
    calls: [
      { call: 'select public.sweep()', ...serviceOnly },
      { call: 'select private.sweep()', ...serviceOnly },
    ],
    by: ['guest', 'buyer'],
    args: {},
    growth: () => [
      {
        name: 'mailer: sweep with nothing to do',
        asker: 'mailer',
        values: [],
        text: 'select * from sweep()',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
