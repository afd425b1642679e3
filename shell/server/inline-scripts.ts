import type { Edition } from '../service-worker/edition'
import { readFileSync } from 'node:fs'

// Compiled by the shell's build from shell/inline and shell/service-worker, each to one function.
const compiled = (name: string) => readFileSync(new URL(`../dist/inline/${name}.js`, import.meta.url), 'utf8')

/** Source code that calls a compiled script. @param args JSON values */
const call = (script: string, ...args: unknown[]) =>
  `${script}(${args.map((arg) => JSON.stringify(arg).replaceAll('<', '\\u003c')).join()})`

/** Sets the theme before the first paint, on pages that load no other script. */
export const themeScript = call(compiled('theme'))

/** What every page of the shop runs before its first paint. */
export const firstScript = call(compiled('first-paint'))

/** Links the cached pages on the offline page, and reloads once there is a connection. */
export const offlineScript = call(compiled('offline'))

const deferredHydration = compiled('deferred-hydration')

/**
 * Loads a rendered page's scripts late, and replays what the visitor did until they have hydrated it.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param preload URLs that these scripts will import, loaded at the same time
 * @param prefetch URLs that they may import later, loaded with low priority
 * @param hashes SHA-384 of scripts and preloads, by URL
 */
export function deferredHydrationScript(
  scripts: readonly string[],
  preload: readonly string[],
  prefetch: readonly string[],
  hashes: Readonly<Record<string, string>>,
): string {
  return call(deferredHydration, scripts, preload, prefetch, hashes)
}

const serviceWorker = compiled('service-worker')

/** Source code of an edition's service worker. @param edition written into the script as a constant */
export function serviceWorkerScript(edition: Edition): string {
  return `const edition = ${JSON.stringify(edition)};\n${call(serviceWorker)}`
}
