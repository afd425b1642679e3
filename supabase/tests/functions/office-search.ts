import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Facts, Question } from '../declaration/growth'
import { frequentName } from '../declaration/vocabulary'

const search = ({ staff }: Facts, name: string, text: string, bound?: number): Question => ({
  name: `office: palette, ${name}`,
  asker: staff,
  values: [text],
  ...(bound !== undefined && { bound }),
  text: 'select office_search($1) as found',
})

/** The lists of the rows with each three letters of a frequent text, and the windows of the newest. */
const frequentBound = 1_500

/** The search of the command palette. */
export const officeSearchFunctions = {
  office_search: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: "select public.office_search('ada')", ...staffOnly }],
    args: { p_text: rejected('"ada"') },
    growth: (facts) => [
      search(facts, 'nothing', ''),
      search(facts, 'the number of an order', facts.order.number),
      search(facts, 'a day of orders', facts.order.number.slice(0, 10)),
      search(facts, 'a year of orders, without letters', facts.order.number.slice(2, 6), frequentBound),
      search(facts, 'the letters of every order', 'AM', frequentBound),
      search(facts, 'the last digits of an order', facts.order.number.slice(-4), frequentBound),
      search(facts, 'an email', facts.buyerEmail, frequentBound),
      search(facts, 'the email of a guest', facts.order.email, frequentBound),
      search(facts, 'a frequent name', frequentName, frequentBound),
      search(facts, 'both names', 'wren scott', frequentBound),
      search(facts, 'a frequent text', 'mail', frequentBound),
      search(facts, 'one letter', 'a', frequentBound),
      search(facts, 'two letters that nobody has', 'qz', frequentBound),
      search(facts, 'three letters that nobody has', 'qzx', frequentBound),
      search(facts, 'a sku', facts.sized.sku, frequentBound),
      search(facts, 'nothing there is', 'nobody@nowhere', frequentBound),
    ],
  },
} satisfies Record<string, FunctionDeclaration>
