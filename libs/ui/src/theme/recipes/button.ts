import { defineRecipe } from '@chakra-ui/react/styled-system'

/** A mouse and a wide window: only then may the back office use targets under 44 px. */
export const deskPointer = '@media (min-width: 900px) and (pointer: fine)'

// A busy button is aria-disabled, but not dimmed.
const off = '&:is(:disabled, [aria-disabled=true]:not([aria-busy=true]))'
const hover = '&:not(:disabled, [aria-disabled=true]):hover'
const active = '&:not(:disabled, [aria-disabled=true]):active'

/** One primary per view; quiet for the rest; danger only in confirmation dialogs; text for actions that look like links. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '.6rem',
    position: 'relative',
    border: '1px solid transparent',
    textStyle: 'control',
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transition:
      'background {durations.quick} {easings.calm}, border-color {durations.quick}, color {durations.quick}',
    [off]: { cursor: 'not-allowed' },
    '&[aria-busy=true]': { cursor: 'progress' },
    _highContrast: { border: '1px solid' },
  },
  variants: {
    variant: {
      primary: {
        [off]: { background: 'neutralSoft', color: 'disabled' },
        background: 'accent',
        color: 'accentInk',
        [hover]: { background: 'accentHover' },
        [active]: { background: 'accentActive' },
      },
      quiet: {
        borderColor: 'lineStrong',
        color: 'ink',
        [off]: { background: 'neutralSoft', color: 'disabled', borderColor: 'transparent' },
        [hover]: { borderColor: 'ink', background: 'surface' },
        [active]: { background: 'sunken' },
      },
      danger: {
        background: 'danger',
        color: 'dangerInk',
        [off]: { background: 'neutralSoft', color: 'disabled' },
        [hover]: { background: 'color-mix(in oklab, {colors.danger} 86%, {colors.ink})' },
      },
      text: {
        color: 'ink',
        [off]: { color: 'disabled' },
        textDecoration: 'underline',
        textDecorationColor: 'lineStrong',
        textDecorationThickness: '1px',
        textUnderlineOffset: '.28em',
        '&:hover': { textDecorationColor: 'currentColor' },
      },
    },
    density: {
      shop: { minHeight: '48px', padding: '.6rem 1.6rem', borderRadius: 'control' },
      desk: {
        minHeight: '44px',
        padding: '.4rem .9rem',
        borderRadius: 'panel',
        fontSize: '.875rem',
        [deskPointer]: { minHeight: '36px' },
      },
    },
    full: { true: { width: '100%' } },
  },
  compoundVariants: [
    { variant: 'text', density: 'shop', css: { minHeight: '44px', paddingInline: '0' } },
    { variant: 'text', density: 'desk', css: { paddingInline: '0' } },
  ],
  defaultVariants: { variant: 'primary', density: 'shop' },
})

/** A square target around one icon. */
export const iconButtonRecipe = defineRecipe({
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    position: 'relative',
    color: 'ink',
    border: '1px solid transparent',
    cursor: 'pointer',
    transition: 'background {durations.quick} {easings.calm}, border-color {durations.quick}',
    [hover]: { background: 'sunken' },
    [off]: { color: 'disabled', cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      ghost: {},
      quiet: { borderColor: 'lineStrong', [hover]: { borderColor: 'ink', background: 'surface' } },
    },
    density: {
      shop: { width: '44px', height: '44px', borderRadius: 'control' },
      desk: {
        width: '44px',
        height: '44px',
        borderRadius: 'panel',
        [deskPointer]: { width: '36px', height: '36px' },
      },
    },
  },
  compoundVariants: [{ variant: 'quiet', density: 'shop', css: { width: '48px', height: '48px' } }],
  defaultVariants: { variant: 'ghost', density: 'shop' },
})
