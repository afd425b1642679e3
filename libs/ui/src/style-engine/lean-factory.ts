// Styled elements of a server; browsers never run this file.
import type { chakra } from '@chakra-ui/react/styled-system'
import { __unsafe_useEmotionCache as useStyleCache } from '@emotion/react'
import type { SerializedStyles } from '@emotion/serialize'
import {
  createElement,
  Fragment,
  isValidElement,
  type ElementType,
  type ReactElement,
  type ReactNode,
} from 'react'
import { jsxs } from 'react/jsx-runtime'
import type { StyleCache } from './browser-cache'

type Factory = typeof chakra
type Props = Readonly<Record<string, unknown>>
/** A component of Chakra's, which on a server is a plain function. */
type Rendering = (props: Props) => ReactNode

/** What becomes of props of the same names, whatever their values. */
interface Shape {
  tag: ElementType
  /** The tag is the value of `as`. */
  usesAs: boolean
  /** Names of the props that the tag gets. */
  forwarded: readonly string[]
  /** Names of those that style it. */
  styling: readonly string[]
  /** Styles by the JSON of the styling values. */
  looks: Map<string, SerializedStyles>
}

// Style props are written in code, so there are few; values that are computed must not fill the memory.
const mostLooks = 500

const valuesOf = (props: Props, { styling }: Shape) => JSON.stringify(styling.map((name) => props[name]))

/** The two children of what Chakra renders: the insertion of the rules, and the element. */
function partsOf(rendered: ReactNode): { look: SerializedStyles; element: ReactElement<Props> } | null {
  if (!isValidElement<{ children?: unknown }>(rendered) || !Array.isArray(rendered.props.children))
    return null
  const [insertion, element]: unknown[] = rendered.props.children
  if (!isValidElement<{ serialized?: SerializedStyles }>(insertion) || !isValidElement<Props>(element))
    return null
  const look = insertion.props.serialized
  return look ? { look, element } : null
}

/** @returns null when the result depends on more than the names and the styling values */
function shapeOf(props: Props, names: string[], { type, props: result }: ReactElement<Props>): Shape | null {
  const given = (name: string) => name !== 'ref' && (name !== 'className' || props.className !== undefined)
  const forwarded = Object.keys(result).filter(given)
  if (forwarded.some((name) => name !== 'className' && !Object.is(result[name], props[name]))) return null
  const others = new Set([...forwarded, 'as', 'children', 'className', 'ref', 'key'])
  return {
    tag: type as ElementType,
    usesAs: props.as !== undefined && !forwarded.includes('as'),
    forwarded,
    styling: names.filter((name) => !others.has(name)),
    looks: new Map(),
  }
}

/** Adds the rules of an element to those of the page, as Emotion does. */
function insert(cache: StyleCache, look: SerializedStyles, className: string): void {
  if (cache.inserted[look.name] !== undefined) return
  cache.registered[className] = look.styles
  for (let rules: SerializedStyles | undefined = look; rules; rules = rules.next)
    cache.insert(rules === look ? `.${className}` : '', rules, cache.sheet, true)
}

function elementOf(props: Props, cache: StyleCache, shape: Shape, look: SerializedStyles): ReactNode {
  const styleClass = `${cache.key}-${look.name}`
  insert(cache, look, styleClass)
  const forwarded: Record<string, unknown> = {}
  for (const name of shape.forwarded) forwarded[name] = props[name]
  const className = [props.className, look.styles && styleClass].filter(Boolean).join(' ')
  if (className) forwarded.className = className
  const tag = shape.usesAs ? (props.as as ElementType) : shape.tag
  // As many children as Chakra renders: ids that elements below get depend on their number.
  return jsxs(Fragment, { children: [null, createElement(tag, forwarded)] })
}

/**
 * A component that renders as Chakra's does. Chakra resolves the styles of every element of every page anew; here they are
 * remembered by the names of its props and the values of those that style it. No other value is kept.
 */
function lean(rendering: Rendering): Rendering {
  const shapes = new Map<string, Shape | null>()
  const learn = (props: Props, names: string[], signature: string): ReactNode => {
    const rendered = rendering(props)
    const parts = partsOf(rendered)
    const shape = shapes.get(signature) ?? (parts && shapeOf(props, names, parts.element))
    shapes.set(signature, shape)
    if (shape && shape.looks.size >= mostLooks) shape.looks.clear()
    if (shape && parts) shape.looks.set(valuesOf(props, shape), parts.look)
    return rendered
  }
  function Lean(props: Props): ReactNode {
    const cache = useStyleCache()
    const { className } = props
    // A class of Emotion's is merged with the element's own.
    const isMerged = typeof className === 'string' && className.includes('css-')
    if (!cache?.compat || props.asChild || isMerged) return rendering(props)
    const names: string[] = []
    for (const name in props) if (props[name] !== undefined) names.push(name)
    const signature = names.join()
    const shape = shapes.get(signature)
    if (shape === null) return rendering(props)
    const look = shape?.looks.get(valuesOf(props, shape))
    return shape && look ? elementOf(props, cache, shape, look) : learn(props, names, signature)
  }
  return Object.assign(Lean, rendering, { __emotion_real: Lean })
}

/** Chakra's factory with components that remember what they render. */
export function leanFactory(original: Factory): Factory {
  const made = (component: unknown) => lean(component as Rendering)
  const elements = new Map<string | symbol, unknown>()
  return new Proxy(original, {
    apply: (_, __, args: Parameters<Factory>) => made(original(...args)),
    get(_, name) {
      const element = elements.get(name) ?? made(original[name as 'div'])
      elements.set(name, element)
      return element
    },
  })
}
