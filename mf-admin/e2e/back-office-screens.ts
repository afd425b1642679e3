import { importScreens } from './import-screens'
import { offerScreens } from './offer-screens'
import { officeScreens } from './office-screens'
import { paletteScreens } from './palette-screens'
import { settingsScreens } from './settings-screens'
import { shippingScreens } from './shipping-screens'
import { teamScreens } from './team-screens'

/** Every screen of the back office. */
export const backOfficeScreens = [
  ...importScreens,
  ...officeScreens,
  ...offerScreens,
  ...paletteScreens,
  ...teamScreens,
  ...settingsScreens,
  ...shippingScreens,
]
