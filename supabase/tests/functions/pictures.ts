import { serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of uploaded pictures, by name. */
export const picturesFunctions = {
  unused_pictures: {
    for: 'staff',
    calls: [
      { call: "select public.unused_pictures('{}')", ...staffOnly, needs: 'catalogue' },
      { call: "select private.unused_pictures('{}')", ...staffOnly, needs: 'catalogue' },
    ],
    by: ['guest', 'buyer'],
    args: { p_addresses: { good: '["/media/a.webp"]', bad: 'rejected' } },
  },
  unreferenced_pictures: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.unreferenced_pictures()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_after: { good: 'null', bad: 'rejected' }, p_limit: { good: '5', bad: 'rejected' } },
    growth: () => [
      {
        name: 'mailer: the next pictures that nothing shows',
        asker: 'mailer',
        values: [],
        text: 'select unreferenced_pictures()',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
