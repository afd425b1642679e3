import { createContext, type ComponentType } from 'react'
import type { GenericSchema } from 'valibot'

/** What each fragment is given, by its name: what the team that offers it and those that show it have agreed on. */
export interface FragmentProps {
  /** The cart that the toast of an added product grows into. `about` is the id of the variant, or of the product without variants. */
  'mini-cart': { about: string; onFold: () => void; onDone: () => void }
  /** The lines and totals of an order, in pence. */
  'order-summary': {
    /** ISO code, upper case. */
    currency: string
    items: readonly {
      /** With the chosen values: "Hours Silk Robe, M". */
      name: string
      sku: string | null
      quantity: number
      unitPence: number
      linePence: number
    }[]
    subtotalPence: number
    /** Null without a promotion code. */
    discount: { code: string; pence: number } | null
    vatPence: number
    shippingPence: number
    totalPence: number
    /** The part of the total paid by gift card. */
    card: { hint: string; pence: number } | null
    /** The amount refunded, to any means of payment. */
    refundedPence: number
  }
  /** What goes with these products, at most four. */
  recommendations: { productIds: readonly string[] }
  /** The search in the header, with suggestions. */
  search: { open: boolean; onClose: () => void }
}

export type FragmentName = keyof FragmentProps

/** Loads a fragment of the remote that serves a path. @throws what loading the remote or the fragment throws */
export type LoadFragment = <Name extends FragmentName>(
  path: string,
  name: Name,
) => Promise<ComponentType<FragmentProps[Name]>>

/** A part of a page that a remote offers to the pages of others. */
interface Fragment<Props> {
  /** Checked before a promotion: it may only become wider. The browser's build leaves it out. */
  props: GenericSchema<Props> | false
  lazy: () => Promise<{ Component: ComponentType<Props> }>
}

/** The fragments that a remote offers, by their names. It exports them beside its routes, as `fragments`. */
export type Fragments = { readonly [Name in FragmentName]?: Fragment<FragmentProps[Name]> }

/** The fragments of the members of a release set, for the pages that show them. */
export interface FragmentHost {
  load: LoadFragment
  /** Those that the server has rendered as parts of this document's page. */
  rendered: readonly string[]
  /** The remote that serves a path, or null. */
  at: (path: string) => string | null
}

/** Without a provider there are no other members, as in a unit test. */
export const FragmentContext = createContext<FragmentHost>({
  load: (path) => Promise.reject(new Error(`Nobody serves ${path}`)),
  rendered: [],
  at: () => null,
})
