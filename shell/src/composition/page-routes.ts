import {
  loadCode,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from '@shop/router'
import { createElement } from 'react'

/**
 * Routes whose loaders load the code of their pages. Left to do it itself, the router would remember for ever that a page's code could
 * not be loaded once.
 */
export function pageRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map(({ lazy, ...route }) => {
    const children = route.children && { children: pageRoutes(route.children) }
    if (typeof lazy !== 'function') return { ...route, ...(lazy && { lazy }), ...children } as RouteObject
    let code: Pick<RouteObject, 'Component' | 'loader'> = {}
    const loader: LoaderFunction = async (args) => {
      const loading = loadCode(lazy)
      const own = route.loader ?? (await loading).loader
      const [data] = await Promise.all([typeof own === 'function' ? own(args) : null, loading])
      code = await loading
      return data
    }
    return {
      shouldRevalidate: ({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
        defaultShouldRevalidate && Boolean(route.loader ?? code.loader),
      ...route,
      ...children,
      loader,
      Component: () => code.Component && createElement(code.Component),
    } as RouteObject
  })
}
