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
  return routes.map((known) => {
    const { lazy, ...route } = known
    if (typeof lazy !== 'function') return withChildren(known)
    let code: Pick<RouteObject, 'Component' | 'loader'> = {}
    const loader: LoaderFunction = async (args) => {
      const loading = loadCode(lazy)
      const own = route.loader ?? (await loading).loader
      const [data] = await Promise.all([typeof own === 'function' ? own(args) : null, loading])
      code = await loading
      return data
    }
    return withChildren({
      shouldRevalidate: ({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
        defaultShouldRevalidate && Boolean(route.loader ?? code.loader),
      ...route,
      loader,
      Component: () => code.Component && createElement(code.Component),
    })
  })
}

const withChildren = (route: RouteObject): RouteObject =>
  route.children ? { ...route, children: pageRoutes(route.children) } : route
