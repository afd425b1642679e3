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

/**
 * The config from its JSON, in the page or at /config.json.
 *
 * @throws Error when address, key or release set are missing
 */
export function parsePageConfig(json: string): PageConfig {
  const given: unknown = JSON.parse(json)
  if (typeof given !== 'object' || !given) throw new Error('The page carries no config')
  const { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl } = given as Record<string, unknown>
  if (typeof supabaseUrl !== 'string' || typeof supabaseKey !== 'string') throw new Error('The config names no backend')
  return {
    supabaseUrl,
    supabaseKey,
    releaseSet: parseReleaseSet(releaseSet),
    settings: typeof settings === 'object' && settings ? { ...defaultSettings, ...(settings as Partial<Settings>) } : defaultSettings,
    siteUrl: typeof siteUrl === 'string' ? siteUrl : '',
  }
}
