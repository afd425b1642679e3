import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button'
import { Field } from './field'
import { Input } from './input'
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
  const gathered = styles.styleElements()
  expect(markup).toContain('Continue')
  expect(markup).not.toMatch(/<style| style="/)
  expect(
    gathered.some(
      ({ attributes, css }) => attributes.startsWith('data-emotion="css-global ') && css.includes('body'),
    ),
  ).toBe(true)
  expect(gathered.at(-1)?.css).toContain('.css-')
  expect(gathered.at(-1)?.attributes).toBe('data-rules')
})
