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
  const email = frame.contentDocument
  if (!email) return
  // As on paper, whatever the theme is.
  email.documentElement.style.cssText = 'color-scheme:light;background:#fff;color:#1d1b19'
  for (const element of email.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of email.querySelectorAll('a')) link.removeAttribute('href')
  frame.style.height = `${String(email.documentElement.scrollHeight + 2)}px`
}

/** A policy of Trusted Types; its output is not a text to browsers. Browsers without Trusted Types take text. */
interface EmailPolicy {
  createHTML(html: string): string
}

interface EmailTypes {
  createPolicy(name: 'emails', rules: EmailPolicy): EmailPolicy
}

// A document makes a policy once.
const policies = new WeakMap<EmailTypes, EmailPolicy>()

/** The page's own policy lets no script write HTML with elements: that of emails goes only into a frame without scripts. */
function emailHtml(html: string): string {
  const types: EmailTypes | undefined = Reflect.get(window, 'trustedTypes')
  if (!types) return html
  const policy = policies.get(types) ?? types.createPolicy('emails', { createHTML: (text) => text })
  policies.set(types, policy)
  return policy.createHTML(html)
}

/** An email's HTML in a frame that runs no scripts and leads nowhere. */
export function HtmlFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = emailHtml(html.replaceAll(' style="', ' data-style="'))
  }, [html])
  return <Frame ref={frame} title={title} sandbox="allow-same-origin" onLoad={dress} />
}
