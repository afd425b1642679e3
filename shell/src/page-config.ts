import { parseReleaseSet, type ReleaseSet } from '@shop/federation'
import { defaultSettings, type Settings } from '@shop/settings'

/** What the web server hands to the page. */
export interface PageConfig {
  supabaseUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: Settings
  siteUrl: string
}

// What is left out is not guessed: a default may name another price than the one that is charged.
function isWhole(settings: unknown): settings is Settings {
  const given = settings as Record<string, Record<string, unknown> | undefined> | null | undefined
  return Object.entries(defaultSettings).every(([section, values]) =>
    Object.entries(values).every(([key, value]) => typeof given?.[section]?.[key] === typeof value),
  )
}

/**
 * The config from its JSON, in the page or at /config.json.
 *
 * @throws Error when address, key, release set or any setting is missing
 */
export function parsePageConfig(json: string): PageConfig {
  const given: unknown = JSON.parse(json)
  if (typeof given !== 'object' || !given) throw new Error('The page carries no config')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl } = given as Record<string, unknown>
  if (typeof supabaseUrl !== 'string' || typeof supabaseKey !== 'string')
    throw new Error('The config names no backend')
  if (!isWhole(settings)) throw new Error('The config lacks settings')
  return {
    supabaseUrl,
    supabaseKey,
    releaseSet: parseReleaseSet(releaseSet),
    settings,
    siteUrl: typeof siteUrl === 'string' ? siteUrl : '',
  }
}
