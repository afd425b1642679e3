export { shop } from './shop'
export { defaultSettings, parseSettings, type SettingRow, type Settings } from './settings'
export { SettingsProvider, useSettings } from './settings-context'
export { SiteProvider, useSiteUrl } from './site-context'
