import { chakra } from '@shop/ui'
import type { SyntheticEvent } from 'react'

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

/** A letter's HTML in a frame that runs no scripts and leads nowhere. */
export function HtmlFrame({ html, title }: { html: string; title: string }) {
  return (
    <Frame
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html.replaceAll(' style="', ' data-style="')}
      onLoad={dress}
    />
  )
}
