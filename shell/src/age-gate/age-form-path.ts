/** Where browsers without scripts send the confirmation of their age. */
export const ageFormPath = '/age-confirmation'
