import { createContext, useContext } from 'react'
import type { Settings } from './settings'

const SettingsContext = createContext<Settings | null>(null)

/** Provides the settings to its children. */
export const SettingsProvider = SettingsContext.Provider

/**
 * The settings that the page was rendered with.
 * @throws Error without a provider: defaults could show wrong prices
 */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('useSettings needs a <SettingsProvider> above it')
  return settings
}
