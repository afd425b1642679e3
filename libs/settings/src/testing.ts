import { defaultSettings, type Settings } from './settings'

/** The settings of a shop that has changed none, with VAT at 20 %. */
export const testSettings: Settings = {
  ...defaultSettings,
  pricing: { ...defaultSettings.pricing, vatRate: 0.2 },
}
