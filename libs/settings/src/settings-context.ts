import { createContext, useContext } from 'react'
import { defaultSettings, type Settings } from './settings'

const SettingsContext = createContext<Settings>(defaultSettings)

/** Gives the settings of this visit to everything below it. */
export const SettingsProvider = SettingsContext.Provider

/** The settings of this visit, as the server handed them out. */
export function useSettings(): Settings {
  return useContext(SettingsContext)
}
