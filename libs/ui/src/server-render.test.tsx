import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button'
import { Field } from './field'
import { Input } from './input'
import { Box } from './layout'
import { Picture } from './picture'
import { pageStyles } from './server'
import { Toaster } from './toaster'
import { UiProvider } from './ui-provider'

test('a server without a window renders the markup, and its styles separately', () => {
  const styles = pageStyles()
  const markup = renderToString(
    <UiProvider styles={styles.cache}>
      <Field label="Email">
        <Input />
      </Field>
      <Button>Continue</Button>
      <Picture src="/media/halo-ring-1.webp" alt="Halo" />
      <Toaster />
    </UiProvider>,
  )
  const elements = styles.styleElements(markup)
  expect(markup).toContain('Continue')
  expect(markup).not.toMatch(/<style| style="/)
  expect(
    elements.some(
      ({ attributes, css }) => attributes.startsWith('data-emotion="am-global ') && css.includes('body'),
    ),
  ).toBe(true)
  expect(elements.at(-1)?.css).toContain('.am-')
  expect(elements.at(-1)?.attributes).toMatch(/^data-emotion="am [\w ]+"$/)
})

test('the props that Chakra documents style an element of a server', () => {
  const styles = pageStyles()
  const markup = renderToString(
    <UiProvider styles={styles.cache}>
      <Box px="4" bg="accent" _hover={{ bg: 'accentHover' }} _open={{ color: 'muted' }} />
    </UiProvider>,
  )
  const [, name = ''] = /<div class="(am-\w+)"><\/div>/.exec(markup) ?? []
  const css = styles.styleElements(markup).at(-1)?.css
  expect(css).toContain(`.${name}{padding-inline:var(--am-spacing-4);background:var(--am-colors-accent)`)
  expect(css).toMatch(/:is\(:hover, ?\[data-hover\]\)[^{]*\{background:var\(--am-colors-accent-hover\)/)
  expect(css).toMatch(/\[data-state=open\]\)\{color:var\(--am-colors-muted\)/)
})
