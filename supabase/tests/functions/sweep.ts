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
  },
} satisfies Record<string, FunctionDeclaration>
