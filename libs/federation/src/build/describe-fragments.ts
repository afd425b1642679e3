import type { Fragments } from '@shop/router'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { ReleaseRecord } from '../store/record'
import { runRoutes } from './page-scripts'

/**
 * The props of a remote's fragments as JSON Schema, by their names. Its routes are run for it, without the code of pages and fragments.
 * What is no data, such as a callback, may be anything.
 * @param root folder of the app
 */
export async function describeFragments(root: string): Promise<ReleaseRecord['fragments']> {
  const exposed = (await runRoutes(
    root,
    `import * as exposed from './src/routes.tsx'
    export const fragments = exposed.fragments`,
  )) as { fragments?: Fragments }
  return Object.fromEntries(
    Object.entries(exposed.fragments ?? {}).map(([name, { props }]) => [
      name,
      props ? { ...toJsonSchema(props, { errorMode: 'ignore' }) } : {},
    ]),
  )
}
