import { defineRecipe } from '@chakra-ui/react/styled-system'
import { deskPointer } from './button'

/** The box of input, textarea and select. */
export const inputRecipe = defineRecipe({
  base: {
    display: 'block',
    width: '100%',
    minWidth: '0',
    border: '1px solid {colors.lineStrong}',
    background: 'raised',
    color: 'ink',
    fontFamily: 'sans',
    fontWeight: 420,
    fontSize: '1rem',
    lineHeight: 1.4,
    letterSpacing: '0',
    appearance: 'none',
    // Firefox and WebKit show small arrows, too small to tap.
    '&[type=number]': { appearance: 'textfield' },
    '&::-webkit-inner-spin-button': { appearance: 'none', margin: '0' },
    transition: 'border-color {durations.quick}',
    '&:hover:not(:disabled, [readonly])': { borderColor: 'ink' },
    '&::placeholder': { color: 'muted', opacity: 1 },
    '&:is(:disabled, [readonly])': { background: 'neutralSoft' },
    _disabled: { color: 'disabled', cursor: 'not-allowed', opacity: 1 },
    '&[aria-invalid=true]': { borderColor: 'danger', boxShadow: 'inset 0 0 0 1px {colors.danger}' },
    '&:autofill': { boxShadow: 'inset 0 0 0 99px {colors.raised}', WebkitTextFillColor: '{colors.ink}' },
  },
  variants: {
    density: {
      shop: { minHeight: '48px', padding: '.65rem .9rem', borderRadius: 'control' },
      desk: {
        minHeight: '44px',
        padding: '.35rem .7rem',
        borderRadius: 'panel',
        [deskPointer]: { minHeight: '36px', fontSize: '.875rem' },
      },
    },
    kind: {
      line: {},
      block: { minHeight: '7.5rem', lineHeight: 1.55, resize: 'vertical' },
      select: { paddingInlineEnd: '2.4rem', cursor: 'pointer' },
    },
  },
  compoundVariants: [{ kind: 'block', density: 'desk', css: { [deskPointer]: { minHeight: '6rem' } } }],
  defaultVariants: { density: 'shop', kind: 'line' },
})

/** A native checkbox as a box of 20 px. */
export const checkboxRecipe = defineRecipe({
  base: {
    appearance: 'none',
    gridArea: '1 / 1',
    width: '20px',
    height: '20px',
    margin: '0',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    background: 'raised',
    cursor: 'inherit',
    transition: 'background {durations.quick}, border-color {durations.quick}',
    '&:hover:not(:disabled)': { borderColor: 'ink' },
    '&:is(:checked, :indeterminate)': { background: 'accent', borderColor: 'accent' },
    '&[aria-invalid=true]': { borderColor: 'danger' },
    _disabled: { background: 'neutralSoft', borderColor: 'disabled' },
    '& + svg': { gridArea: '1 / 1', color: 'accentInk', visibility: 'hidden', pointerEvents: 'none' },
    '&:checked:not(:indeterminate) + svg': { visibility: 'visible' },
    '&:indeterminate + svg + svg': { visibility: 'visible' },
    '& + svg + svg': { gridArea: '1 / 1', color: 'accentInk', visibility: 'hidden', pointerEvents: 'none' },
    '&:disabled:checked': { background: 'disabled' },
    _highContrast: { '&:checked': { background: 'Highlight', forcedColorAdjust: 'none' } },
  },
})

/** A label over which its radio lies unseen: the whole of it is the target. */
const radioLabel = {
  position: 'relative',
  border: '1px solid {colors.lineStrong}',
  borderRadius: 'control',
  background: 'raised',
  cursor: 'pointer',
  transition: 'border-color {durations.quick}, background {durations.quick}',
  '&:hover': { borderColor: 'ink' },
  '&:has(input:checked)': {
    borderColor: 'accent',
    boxShadow: 'inset 0 0 0 1px {colors.accent}',
    background: 'accentSoft',
  },
  '&:has(input:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  '& > input': { position: 'absolute', inset: '0', opacity: 0, margin: '0', cursor: 'inherit' },
} as const

/** A choice as a card, with a dot that shows whether it is chosen. */
export const radioCardRecipe = defineRecipe({
  base: {
    ...radioLabel,
    display: 'grid',
    gridTemplateColumns: '20px 1fr auto',
    '&:has(> svg)': { gridTemplateColumns: '20px 24px 1fr auto' },
    gap: { base: '.2rem .7rem', md: '.2rem 1rem' },
    alignItems: 'center',
    minHeight: '64px',
    padding: { base: '1rem .9rem', md: '1.1rem' },
    '&:has(input:disabled)': {
      background: 'neutralSoft',
      color: 'disabled',
      borderColor: 'line',
      cursor: 'not-allowed',
    },
    '& > svg': { gridRow: '1 / 3' },
    // Not `+`: on a server-rendered page a style element may be between the two.
    '& > input:checked ~ span:first-of-type': { borderColor: 'accent' },
    '& > input:checked ~ span:first-of-type::after': {
      content: '""',
      width: '10px',
      height: '10px',
      borderRadius: 'full',
      background: 'accent',
      forcedColorAdjust: 'none',
    },
  },
})

/** A choice as a chip; dimmed where it has a reservation, such as being sold out. */
export const radioChipRecipe = defineRecipe({
  base: {
    ...radioLabel,
    display: 'grid',
    placeContent: 'center',
    minWidth: '56px',
    minHeight: '48px',
    paddingInline: '1rem',
    textAlign: 'center',
    lineHeight: 1.25,
  },
  variants: { dimmed: { true: { color: 'muted', borderStyle: 'dashed' } } },
})
