import type { Edition } from '../service-worker/edition'
import { readFileSync } from 'node:fs'

// Compiled by the shell's build from shell/inline and shell/service-worker, each to one function.
const compiled = (name: string) => readFileSync(new URL(`../dist/inline/${name}.js`, import.meta.url), 'utf8')

/** A call of a compiled script. @param args what JSON can say */
const call = (script: string, ...args: unknown[]) =>
  `${script}(${args.map((arg) => JSON.stringify(arg).replaceAll('<', '\\u003c')).join()})`

/** Sets the theme before the first paint of a page without scripts of the shop. */
export const themeScript = call(compiled('theme'))

/** What every page of the shop runs before its first paint. */
export const firstScript = call(compiled('first-paint'))

/** Shows what is cached on the offline page, and opens the wanted page once there is a connection. */
export const offlineScript = call(compiled('offline'))

const deferredHydration = compiled('deferred-hydration')

/**
 * Loads a rendered page's scripts late, and replays what the visitor did until they have hydrated it.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param preload addresses of what these will ask for, loaded next to them
 * @param prefetch addresses of what they may ask for, loaded when nothing else is
 */
export function deferredHydrationScript(
  scripts: readonly string[],
  preload: readonly string[],
  prefetch: readonly string[],
): string {
  return call(deferredHydration, scripts, preload, prefetch)
}

const serviceWorker = compiled('service-worker')

/** The service worker of an edition. @param edition what the script reads as a constant of this name */
export function serviceWorkerScript(edition: Edition): string {
  return `const edition = ${JSON.stringify(edition)};\n${call(serviceWorker)}`
}
