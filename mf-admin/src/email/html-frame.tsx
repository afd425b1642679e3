import { chakra } from '@shop/ui'
import { useEffect, useRef, type SyntheticEvent } from 'react'

const Frame = chakra('iframe', {
  base: {
    width: '100%',
    minHeight: '14rem',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    background: 'white',
  },
})

/** The policy of the page forbids styles in markup, also within a frame; set by script they are allowed. */
function dress({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const letter = frame.contentDocument
  if (!letter) return
  // As on paper, whatever the theme is.
  letter.documentElement.style.cssText = 'color-scheme:light;background:#fff;color:#1d1b19'
  for (const element of letter.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of letter.querySelectorAll('a')) link.removeAttribute('href')
  frame.style.height = `${String(letter.documentElement.scrollHeight + 2)}px`
}

/** A policy of Trusted Types; what it makes is no text to browsers. Those without them take text. */
interface LetterPolicy {
  createHTML(html: string): string
}

interface LetterTypes {
  createPolicy(name: 'letters', rules: LetterPolicy): LetterPolicy
}

// A document makes a policy once.
const policies = new WeakMap<LetterTypes, LetterPolicy>()

/** The page's own policy lets no script write HTML with elements: that of letters goes only into a frame without scripts. */
function letterHtml(html: string): string {
  const types: LetterTypes | undefined = Reflect.get(window, 'trustedTypes')
  if (!types) return html
  const policy = policies.get(types) ?? types.createPolicy('letters', { createHTML: (text) => text })
  policies.set(types, policy)
  return policy.createHTML(html)
}

/** A letter's HTML in a frame that runs no scripts and leads nowhere. */
export function HtmlFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = letterHtml(html.replaceAll(' style="', ' data-style="'))
  }, [html])
  return <Frame ref={frame} title={title} sandbox="allow-same-origin" onLoad={dress} />
}
