import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'

/** Renders to HTML. @throws what a component throws */
export async function toMarkup(app: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(app, {
    onError: (error) => {
      errors.push(error)
    },
    // React would reveal a larger part of the page by an inline script.
    progressiveChunkSize: Infinity,
  })
  const markup = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return markup
}
