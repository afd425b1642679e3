import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Facts, Question } from '../declaration/growth'
import { frequentName } from '../declaration/vocabulary'

const nobody = { by: ['stranger', 'guest'] } as const
const key = '00000000-0000-4000-8000-000000000000'

/** The tally of days, the messages of one of them, and the rows that are shown. */
const pageBound = 300
/** The same of customers, whose tally of five years is in no order: guests join with orders of any day. */
const customerPageBound = 2_000
/** Up to 1,001 found by a rare text: a few buffers a customer. */
const countBound = 3_000
/** A text that no index has reads the list once, some 80 customers a buffer: 200,000 are those of a million orders. */
const passBound = 6_000
/** An index alone, up to its end: some 150 messages a buffer. */
const messagePassBound = 6_000

const customers = (
  { staff }: Facts,
  name: string,
  query: string,
  { page = 1, bound = customerPageBound } = {},
): Question => ({
  name: `office: customer list, ${name}`,
  asker: staff,
  values: [query, String(page)],
  bound,
  text: 'select office_customers(p_query => $1, p_page => $2) as page',
})

const messages = (
  { staff }: Facts,
  name: string,
  filter: Record<string, unknown>,
  { page = 1, bound = pageBound } = {},
): Question => ({
  name: `office: messages, ${name}`,
  asker: staff,
  values: [JSON.stringify(filter), String(page)],
  bound,
  text: 'select office_messages(p_filter => $1, p_page => $2) as page',
})

/** The functions of the back office's customers and messages, by name. */
export const peopleFunctions = {
  office_customers: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.office_customers()', ...staffOnly, needs: 'customers' }],
    args: {
      p_query: rejected('"ada"'),
      p_page: rejected('1'),
      p_size: rejected('10'),
      p_tag: rejected('"vip"'),
    },
    growth: (facts) => [
      customers(facts, 'first page', ''),
      customers(facts, 'page 100', '', { page: 100 }),
      customers(facts, 'page 10,000', '', { page: 10_000 }),
      customers(facts, 'the last page', '', { page: 1_000_000 }),
      customers(facts, 'by email', facts.buyerEmail, { bound: countBound }),
      customers(facts, 'by a frequent name', frequentName, { bound: passBound }),
      customers(facts, 'by a frequent name, page 100', frequentName, { page: 100, bound: passBound }),
      customers(facts, 'by both names', 'wren scott', { bound: passBound }),
      customers(facts, 'by a frequent text', 'mail', { bound: passBound }),
      customers(facts, 'by one letter', 'a', { bound: passBound }),
      customers(facts, 'by two letters that nobody has', 'qz', { bound: passBound }),
      customers(facts, 'by three letters that nobody has', 'qzx'),
      customers(facts, 'by nothing there is', 'nobody@nowhere'),
    ],
  },
  customer_profile: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: 'select public.customer_profile((select id from public.customers limit 1))',
        anon: '42501',
        user: 'PT403',
        staff: 'ok',
        service: 'PT403',
        needs: 'customers',
      },
    ],
    args: { p_id: rejected('"@victimCustomer@"') },
    growth: (facts) => [
      {
        name: 'office: the profile of a customer',
        asker: facts.staff,
        values: [facts.customerId],
        text: 'select customer_profile($1) as profile',
      },
    ],
  },
  save_customer: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.save_customer('${key}', 1, '{}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'customers',
      },
    ],
    args: { p_id: rejected('"@victimCustomer@"'), p_version: rejected('1'), p_values: rejected('{}') },
  },
  merge_customers: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.merge_customers('${key}', gen_random_uuid())`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'customers',
      },
    ],
    args: { p_main: rejected('"@victimCustomer@"'), p_merged: rejected('"@unused@"') },
  },
  unmerge_customer: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.unmerge_customer('${key}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'ok',
        service: 'PT403',
        needs: 'customers',
      },
    ],
    args: { p_merged: rejected('"@victimCustomer@"') },
  },
  office_messages: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.office_messages()', ...staffOnly, needs: 'messages' }],
    args: { p_filter: rejected('{}'), p_page: rejected('1'), p_size: rejected('20') },
    growth: (facts) => [
      messages(facts, 'first page', {}),
      messages(facts, 'the last page', {}, { page: 1_000_000, bound: messagePassBound }),
      messages(facts, 'new', { state: 'new' }),
      messages(facts, 'open, the last page', { state: 'open' }, { page: 1_000_000, bound: messagePassBound }),
      messages(facts, 'nobody has', { assignee: 'none' }),
      messages(facts, 'mine', { assignee: facts.staff.user?.id }),
      messages(facts, 'mine and answered', { assignee: facts.staff.user?.id, state: 'answered' }),
      messages(facts, 'by an email', { q: facts.buyerEmail }, { bound: countBound }),
      messages(facts, 'by a frequent text', { q: 'mail' }, { bound: messagePassBound }),
      messages(facts, 'by two letters that nobody has', { q: 'qz' }, { bound: 20_000 }),
      messages(facts, 'by nothing there is', { q: 'nobody@nowhere' }),
    ],
  },
  unread_messages: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.unread_messages()', ...staffOnly, needs: 'messages' }],
    args: {},
    growth: (facts) => [
      { name: 'office: unread messages', asker: facts.staff, values: [], text: 'select unread_messages()' },
    ],
  },
  message_record: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.message_record('${key}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'messages',
      },
    ],
    args: { p_id: rejected('"@victimMessage@"') },
    growth: (facts) => [
      {
        name: 'office: a message',
        asker: facts.staff,
        values: [],
        text: "select message_record(md5('message1')::uuid) as record",
      },
    ],
  },
  answer_message: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.answer_message('${key}', '${key}', 'Thank you')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'messages',
      },
    ],
    args: { p_id: rejected('"@victimMessage@"'), p_key: rejected('"@unused@"'), p_text: rejected('"x"') },
    growth: (facts) => [
      {
        name: 'office: answering a message',
        asker: facts.staff,
        values: [],
        text: "select answer_message(md5('message1')::uuid, gen_random_uuid(), 'Thank you') as answered",
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
