import type { FunctionDeclaration } from '../declaration/function'

/** The functions of staff and their rights, by name. */
export const staffFunctions = {
  my_rights: {
    for: 'signed in',
    calls: [{ call: 'select public.my_rights()', anon: '42501', user: 'ok', staff: 'ok', service: 'ok' }],
    by: ['stranger', 'guest'],
    args: {},
  },
} satisfies Record<string, FunctionDeclaration>
