import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'

/** The functions of reviews, by name. */
export const reviewsFunctions = {
  read_review_link: { for: 'everyone', by: ['guest'], args: { p_token: { good: '"x"', bad: 'harmless' } } },
  write_review: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_token: rejected('"x"'),
      p_line: rejected('0'),
      p_rating: rejected('5'),
      p_body: rejected('"x"'),
      p_author: rejected('"x"'),
    },
  },
  office_reviews: {
    for: 'staff',
    calls: [{ call: 'select public.office_reviews()', ...staffOnly, needs: 'messages' }],
    by: ['stranger', 'guest'],
    args: { p_state: rejected('"pending"'), p_page: rejected('1'), p_size: rejected('25') },
    growth: (facts) => [
      {
        name: 'office: reviews that wait',
        asker: facts.staff,
        values: [],
        text: 'select office_reviews() as page',
        // A page of 25 with their orders and products.
        bound: 400,
      },
    ],
  },
  decide_review: {
    for: 'staff',
    calls: [
      {
        call: `select public.decide_review('${unused}', 'approved')`,
        ...staffOnly,
        staff: 'PT404',
        needs: 'messages',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_state: rejected('"approved"') },
  },
} satisfies Record<string, FunctionDeclaration>
