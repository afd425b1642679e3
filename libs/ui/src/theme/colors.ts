import { defineSemanticTokens } from '@chakra-ui/react/styled-system'

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } })

/** The palette, each colour in light and dark mode. Text has a contrast of 4.5:1, borders of controls 3:1. */
export const colors = defineSemanticTokens.colors({
  bg: pair('#F2F0E9', '#141511'),
  surface: pair('#F9F8F4', '#1B1D17'),
  raised: pair('#FFFFFC', '#23261E'),
  sunken: pair('#E7E4DA', '#0E0F0C'),
  neutralSoft: pair('#E7E4DA', '#2B2E26'),
  skeleton: pair('#E4E1D6', '#25281F'),
  line: pair('#D8D4C7', '#33372C'),
  lineStrong: pair('#85806F', '#7F8271'),
  ink: pair('#1E2019', '#EFECE2'),
  inkSoft: pair('#44463B', '#CDCABD'),
  muted: pair('#626153', '#A6A596'),
  disabled: pair('#8B8879', '#7C7D70'),
  accent: pair('#38452E', '#C6CFA9'),
  accentHover: pair('#2A3521', '#D6DEBD'),
  accentActive: pair('#1F2818', '#E3E9CF'),
  accentInk: pair('#F7F5EE', '#191E12'),
  accentSoft: pair('#E1E4D4', '#2B3223'),
  accentSoftInk: pair('#303B27', '#D3DBBA'),
  brass: pair('#8A6A2F', '#C9A868'),
  positive: pair('#35592F', '#A9CB9B'),
  positiveSoft: pair('#DFE8D8', '#20301C'),
  warning: pair('#73500F', '#E3BF7C'),
  warningSoft: pair('#F1E6CB', '#352A14'),
  danger: pair('#8A2D28', '#F0A497'),
  dangerSoft: pair('#F4E0DB', '#3A1F1B'),
  dangerInk: pair('#FFF7F4', '#2A0F0B'),
  info: pair('#36505E', '#A9C3D0'),
  infoSoft: pair('#DDE6E9', '#1C2A31'),
  focus: pair('#6A3A5C', '#DDB2CF'),
  scrim: pair('rgb(30 32 25 / .56)', 'rgb(8 9 6 / .7)'),
})

/** Shadows: 2 for toasts and menus, 3 for dialogs. In dark mode they have an outline, since shade would not show. */
export const shadows = defineSemanticTokens.shadows({
  1: pair('0 1px 2px rgb(30 32 25/.05)', '0 1px 2px rgb(0 0 0/.4)'),
  2: pair(
    '0 8px 28px -8px rgb(30 32 25/.16), 0 1px 3px rgb(30 32 25/.06)',
    '0 8px 28px -8px rgb(0 0 0/.6), 0 0 0 1px {colors.line}',
  ),
  3: pair(
    '0 28px 80px -20px rgb(30 32 25/.34), 0 2px 8px rgb(30 32 25/.08)',
    '0 28px 80px -16px rgb(0 0 0/.8), 0 0 0 1px {colors.line}',
  ),
})
