import { matchRoutes, Outlet, type RouteObject } from '@shop/router'
import { lazy } from 'react'
import type { PageCode } from './page-code'
import { outletId } from './routes'

/** A route of the page that the server rendered, below the shell's outlet. */
export interface MatchedRoute {
  path?: string
  index?: boolean
  /** The data of its loader; null without one. */
  data: unknown
  /** The data of its action for the form that was posted; absent without one. */
  response?: unknown
}

const idAt = (position: number) => `server-rendered-${String(position)}`

/** The data of the routes' loaders and actions, for the router. */
export function hydrationDataOf(matched: readonly MatchedRoute[]) {
  const responses = matched.flatMap(({ response }, position) =>
    response === undefined ? [] : [[idAt(position), response] as const],
  )
  return {
    loaderData: Object.fromEntries(matched.map(({ data }, position) => [idAt(position), data])),
    ...(responses.length > 0 && { actionData: Object.fromEntries(responses) }),
  }
}

/**
 * Routes for the page that the server rendered. They match its path as its own routes do, and stand for these while
 * their code is loading: React then hydrates the shell at once, and the page as soon as its code is there.
 */
export function serverRenderedRoutes(matched: readonly MatchedRoute[], code: PageCode): RouteObject[] {
  const routeAt = async (loading: Promise<RouteObject[]>, position: number) => {
    const below = matchRoutes(await loading, code.pathname) ?? []
    const outlet = below.findIndex(({ route }) => route.id === outletId)
    return below[outlet + 1 + position]?.route
  }
  return matched.reduceRight<RouteObject[]>((children, { path, index }, position) => {
    const own = routeAt(code.routes, position)
    const handle = {}
    void own.then((route) => Object.assign(handle, route?.handle))
    const route = {
      id: idAt(position),
      path,
      handle,
      Component: lazy(async () => {
        const { Component, element = <Outlet /> } = (await own) ?? {}
        return { default: Component ?? (() => element) }
      }),
      loader: async (args) => {
        const loader = (await routeAt(code.latest(), position))?.loader
        return typeof loader === 'function' ? loader(args) : null
      },
    } satisfies RouteObject
    return [index ? { ...route, index } : { ...route, children }]
  }, [])
}
