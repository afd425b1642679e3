import { matchRoutes, Outlet, type RouteObject } from '@shop/router'
import { lazy } from 'react'
import type { PageCode } from './page-code'
import { outletId } from './routes'

/** A route of the page that the server rendered, below the shell's outlet. */
export interface MatchedRoute {
  path?: string
  index?: boolean
  /** What its loader has returned; null without one. */
  data: unknown
  /** What its action has answered to the form that was posted. */
  answer?: unknown
}

const idAt = (position: number) => `server-rendered-${String(position)}`

/** The data of the routes' loaders, for the router. */
export const loaderDataOf = (matched: readonly MatchedRoute[]): Record<string, unknown> =>
  Object.fromEntries(matched.map(({ data }, position) => [idAt(position), data]))

/** The answers of the routes' actions, for the router; null where no form was posted. */
export function actionDataOf(matched: readonly MatchedRoute[]): Record<string, unknown> | null {
  const answers = matched.flatMap(({ answer }, position) =>
    answer === undefined ? [] : [[idAt(position), answer] as const],
  )
  return answers.length > 0 ? Object.fromEntries(answers) : null
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
