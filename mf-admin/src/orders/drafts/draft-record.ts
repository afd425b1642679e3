import type { Pence } from '@shop/pricing'
import { maybeRow, queryOptions, row, useAppMutation, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { pageEntries } from '../../kit/list-page'
import type { FilterValues } from '../../kit/url-state'
import { pence, timestamp } from '../../kit/database-values'

/** What the database saves and prices. */
export type DraftFields = { [key: string]: Json | undefined }

/** What a draft can be: open to be changed, sent as a payment link, paid and so an order, or withdrawn. */
export const draftStates = ['open', 'sent', 'paid', 'withdrawn'] as const

export type DraftState = (typeof draftStates)[number]

const text = v.nullish(v.string(), '')
const address = v.object({
  address_line_1: text,
  address_line_2: text,
  city: text,
  state: text,
  postal_code: text,
})

const draftSchema = v.pipe(
  v.object({
    id: v.string(),
    number: v.number(),
    state: v.picklist(draftStates),
    author_name: text,
    customer_id: v.nullable(v.string()),
    email: text,
    first_name: text,
    last_name: text,
    phone: text,
    shipping_address: v.nullable(address),
    billing_address: v.nullable(address),
    lines: v.array(
      v.object({ product_id: v.string(), variant_id: v.nullable(v.string()), quantity: v.number() }),
    ),
    shipping_method_id: v.nullable(v.string()),
    note: v.string(),
    discount_percent: v.nullable(v.number()),
    discount_pence: v.nullable(v.number()),
    discount_reason: v.nullable(v.string()),
    checkout_session_id: v.nullable(v.string()),
    order_number: v.nullable(v.string()),
    link_expires_at: v.nullable(timestamp),
    /** What the customer was asked to pay. */
    link_total: v.nullable(pence),
    version: v.number(),
    created_at: timestamp,
  }),
  v.transform((draft) => ({ ...draft, label: `D${String(draft.number)}` })),
)

/** A draft order. `label` is its number as it is shown: "D1001". */
export type Draft = v.InferOutput<typeof draftSchema>

/** A draft from the database, such as in a rejection for a stale version. @throws ValiError for anything else */
export const readDraft = (record: unknown): Draft => v.parse(draftSchema, record)

const pageSchema = v.object(pageEntries(draftSchema))
const pageSize = 25

/** One page of the drafts, newest first. Needs the right 'orders'. @param page from 1; beyond the last it is the last */
export const draftListQuery = (filter: FilterValues, page: number) =>
  queryOptions({
    key: ['office-drafts', filter, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_drafts', { p_filter: { ...filter }, p_page: page, p_size: pageSize })
            .abortSignal(signal),
        ),
      ),
  })

/** One draft. Needs the right 'orders'. */
export const draftQuery = (id: string) =>
  queryOptions({
    key: ['draft-order', id],
    queryFn: async (db, signal): Promise<Draft> =>
      readDraft(await row(db.rpc('draft_order', { p_id: id }).abortSignal(signal))),
  })

const figuresSchema = v.pipe(
  v.object({
    subtotal: pence,
    discount_amount: v.nullish(pence, 0),
    tax_amount: pence,
    shipping_amount: v.nullable(pence),
    total: v.nullable(pence),
    postcode_problem: v.nullable(v.string()),
    methods: v.array(v.object({ id: v.string(), name: v.string(), price: v.nullable(pence) })),
    lines: v.array(
      v.object({
        product_id: v.string(),
        variant_id: v.nullable(v.string()),
        name: v.nullable(v.string()),
        variant_name: v.nullish(v.string()),
        sku: v.nullish(v.string()),
        unit_price: v.nullable(pence),
        available: v.number(),
      }),
    ),
  }),
  v.transform((figures) => ({ ...figures, totalPence: figures.total })),
)

/** What a draft costs at this moment, in pence; the total is null until it can be delivered. */
export type DraftFigures = v.InferOutput<typeof figuresSchema>

/** Lines, ways of delivery and totals of what a form holds, from the database. Needs the right 'orders'. */
export const draftPriceQuery = (fields: { [key: string]: Json | undefined }) =>
  queryOptions({
    key: ['draft-price', fields],
    queryFn: async (db, signal): Promise<DraftFigures> =>
      v.parse(figuresSchema, await row(db.rpc('price_draft', { p_fields: fields }).abortSignal(signal))),
  })

const customerSchema = v.nullable(
  v.object({
    id: v.string(),
    email: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    phone: text,
    addresses: v.nullable(v.array(v.object({ ...address.entries, is_default: v.boolean() }))),
  }),
)

/** A customer with what a draft takes over from them; null if there is none of this id. Needs the right 'customers'. */
export async function readCustomer(db: Backend, id: string) {
  const found = v.parse(
    customerSchema,
    await maybeRow(
      db
        .from('customers')
        .select(
          'id, email, first_name, last_name, phone, addresses(address_line_1, address_line_2, city, state, postal_code, is_default)',
        )
        .eq('id', id)
        .maybeSingle(),
    ),
  )
  const addresses = found?.addresses ?? []
  return found && { ...found, address: addresses.find((each) => each.is_default) ?? addresses[0] }
}

/** What is done once a draft is saved: nothing more, its payment link is made and sent, or the payment is taken. */
export type NextStep =
  | { do: 'save' }
  | { do: 'send'; expectedPence: Pence | null; days: number; byEmail: boolean }
  | { do: 'take'; expectedPence: Pence | null }

interface Saved {
  /** Undefined for a new draft. */
  id?: string
  /** The version that was read. */
  version?: number
  fields: DraftFields
  /** Called when it is saved, whether the next step succeeds or not. */
  onSaved: (draft: Draft) => void
  next: NextStep
}

const pounds = (pence: Pence | null) => (pence === null ? 0 : pence / 100)

/** @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field */
async function saveDraft(db: Backend, { id, version, fields, onSaved, next }: Saved): Promise<Draft> {
  const draft = readDraft(await row(db.rpc('save_draft', { p_id: id, p_version: version, p_fields: fields })))
  onSaved(draft)
  if (next.do === 'save') return draft
  const asked = { p_id: draft.id, p_version: draft.version, p_expected_total: pounds(next.expectedPence) }
  return readDraft(
    next.do === 'take'
      ? await row(db.rpc('take_draft_payment', asked))
      : await row(db.rpc('send_draft', { ...asked, p_days: next.days, p_email: next.byEmail })),
  )
}

/** Saves a draft and goes on with it; what shows it is read again. */
export function useSaveDraft() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: saveDraft, onSettled: () => refresh('drafts', 'orders', 'stock') })
}

/** Ends the payment link of a draft, or withdraws the draft. @throws BackendError with hint 'stale_version' */
export function useEndDraft() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, { draft, withdraw }: { draft: Draft; withdraw: boolean }) =>
      readDraft(
        await row(db.rpc('end_draft', { p_id: draft.id, p_version: draft.version, p_withdraw: withdraw })),
      ),
    onSettled: () => refresh('drafts', 'stock'),
  })
}

/** Takes the payment of a draft whose link is open, at the price of the link. @throws BackendError when the price has changed */
export function useTakePayment() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, draft: Draft) =>
      readDraft(
        await row(
          db.rpc('take_draft_payment', {
            p_id: draft.id,
            p_version: draft.version,
            p_expected_total: pounds(draft.link_total),
          }),
        ),
      ),
    onSettled: () => refresh('drafts', 'orders', 'stock'),
  })
}
