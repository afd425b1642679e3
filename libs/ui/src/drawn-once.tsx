import { createContext, use, type ComponentProps, type ElementType, type ReactNode } from 'react'

/** What a server has drawn before of pages that are the same for every visitor. */
export interface DrawnParts {
  /** The content that was drawn under a key; else the mark by which it will be found on this page. */
  find(key: string): { html: string } | { mark: number }
}

/** The parts of a server; null where nothing is kept, as in browsers. */
export const DrawnPartsContext = createContext<DrawnParts | null>(null)

/** The attribute of an element whose content is drawn for the first time. */
export const markAttribute = 'data-drawn-part'

type DrawnOnceProps<Element extends ElementType> = Omit<ComponentProps<Element>, 'as' | 'of'> & {
  /** The element around the content. Its other props are its own. */
  as: Element
  /** All that the content depends on except the shop's settings, as JSON holds it; null draws it anew each time. */
  of: () => unknown
  children: ReactNode
}

/**
 * An element whose content a server draws once for all pages that have it. Only for what is the same for every visitor, and has no ids of
 * React's (`useId`), which say where on a page they stand.
 */
export function DrawnOnce<As extends ElementType>({ as, of, children, ...rest }: DrawnOnceProps<As>) {
  const Element: ElementType = as
  const parts = use(DrawnPartsContext)
  const key = parts && of()
  if (!parts || key === null) return <Element {...rest}>{children}</Element>
  const part = parts.find(JSON.stringify([key, rest]))
  if ('html' in part) return <Element {...rest} dangerouslySetInnerHTML={{ __html: part.html }} />
  return (
    <Element {...rest} {...{ [markAttribute]: part.mark }}>
      {children}
    </Element>
  )
}
