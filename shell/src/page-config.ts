import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import type { Crumb } from '@shop/ui'
import { defaultSettings, type Settings } from '@shop/settings'

/** Configuration of the page, from the web server. */
export interface PageConfig {
  supabaseUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: Settings
  siteUrl: string
  /** Breadcrumbs of a page that the server did not render. */
  crumbs?: Crumb[]
}

// A missing setting has no default here: prices could differ from those that are charged.
function isComplete(settings: unknown): settings is Settings {
  const sections = settings as Record<string, Record<string, unknown> | undefined> | null | undefined
  return (
    typeof sections?.pricing?.vatRate === 'number' &&
    Object.entries(defaultSettings).every(([section, values]) =>
      Object.entries(values).every(([key, value]) => typeof sections?.[section]?.[key] === typeof value),
    )
  )
}

/**
 * The config from its JSON, in the page or at /config.json.
 *
 * @throws Error when address, key, release set or any setting is missing
 */
export function parsePageConfig(json: string): PageConfig {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || !value) throw new Error('The page carries no config')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl, crumbs } = value as Record<string, unknown>
  if (typeof supabaseUrl !== 'string' || typeof supabaseKey !== 'string')
    throw new Error('The config names no backend')
  if (!isComplete(settings)) throw new Error('The config lacks settings')
  return {
    supabaseUrl,
    supabaseKey,
    releaseSet: parseReleaseSet(releaseSet),
    settings,
    siteUrl: typeof siteUrl === 'string' ? siteUrl : '',
    crumbs: Array.isArray(crumbs) ? crumbs : undefined,
  }
}
