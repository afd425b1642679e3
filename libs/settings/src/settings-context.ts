import { createContext, useContext } from 'react'
import type { Settings } from './settings'

const SettingsContext = createContext<Settings | null>(null)

/** Gives the settings of this visit to everything below it. */
export const SettingsProvider = SettingsContext.Provider

/**
 * The settings of this visit, as the server handed them out.
 * @throws Error without a provider above: a default would guess what things cost
 */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('useSettings needs a <SettingsProvider> above it')
  return settings
}
