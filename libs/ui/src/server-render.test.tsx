import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button'
import { Field } from './field'
import { Input } from './input'
import { Picture } from './picture'
import { Toaster } from './toaster'
import { UiProvider } from './ui-provider'

test('a server without a window draws the same words, with the nonce on every style', () => {
  const html = renderToString(
    <UiProvider nonce="n0nce">
      <Field label="Email">
        <Input />
      </Field>
      <Button>Continue</Button>
      <Picture src="/media/halo-ring-1.webp" alt="Halo" />
      <Toaster />
    </UiProvider>,
  )
  expect(html).toContain('Continue')
  const styles = html.match(/<style[^>]*>/g) ?? []
  expect(styles.length).toBeGreaterThan(3)
  for (const style of styles) expect(style).toContain('nonce="n0nce"')
  expect(html).not.toMatch(/ style="/)
})
