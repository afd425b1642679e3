import type { ComponentType } from 'react'
import type { GenericSchema } from 'valibot'

/** What each fragment is given, by its name: what the team that offers it and those that show it have agreed on. */
export interface FragmentProps {
  /** The cart that the toast of an added product grows into. `about` is the id of the variant, or of the product without variants. */
  'mini-cart': { about: string; onFold: () => void; onDone: () => void }
  /** The search in the header, with suggestions. */
  search: { open: boolean; onClose: () => void }
}

type FragmentName = keyof FragmentProps

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
