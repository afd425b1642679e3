// What style props mean in browsers. Chakra's own tables name every property of CSS; these name what the shop uses.
// The unit test fails when a source uses one that is missing here.

const words = (list: string) => list.split(' ')

/** Properties whose value may be the name of a token, by kind of token. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  spacing: words(
    'gap rowGap columnGap inset insetInline insetBlock top bottom left right insetInlineStart insetInlineEnd margin marginTop marginRight marginBottom marginLeft marginInline marginBlock marginInlineStart marginInlineEnd marginBlockStart marginBlockEnd padding paddingTop paddingRight paddingBottom paddingLeft paddingInline paddingBlock paddingInlineStart paddingInlineEnd paddingBlockStart paddingBlockEnd scrollMarginTop scrollMarginBottom scrollPadding scrollPaddingTop scrollPaddingBottom scrollPaddingInline borderSpacing',
  ),
  sizes: words('width height minWidth minHeight maxWidth maxHeight flexBasis scrollbarWidth'),
  radii: words(
    'borderRadius borderStartStartRadius borderStartEndRadius borderEndStartRadius borderEndEndRadius',
  ),
  fonts: ['fontFamily'],
  shadows: ['boxShadow'],
  zIndex: ['zIndex'],
  durations: words('animationDuration animationDelay transitionDuration'),
  easings: words('animationTimingFunction transitionTimingFunction'),
}

/** The kind of token of each property that takes tokens. Colours are apart. */
export const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
)

/** Properties whose value may be a colour of the theme. */
export const colored = new Set(
  words(
    'background backgroundColor color fill stroke borderColor borderInlineEndColor textDecorationColor outlineColor accentColor caretColor',
  ),
)

/** All other properties of CSS that elements take as props. */
export const plain = new Set(
  words(
    'WebkitTextFillColor alignContent alignItems alignSelf all animation animationIterationCount animationName appearance aspectRatio border borderBlock borderBottom borderCollapse borderInlineEnd borderInlineStart borderLeft borderRight borderStyle borderTop borderWidth boxSizing breakAfter breakInside clear clip clipPath colorScheme columns container containerType content cursor cx cy d direction display filter flex flexDirection flexGrow flexShrink flexWrap float font fontFeatureSettings fontSize fontStyle fontVariantNumeric fontWeight forcedColorAdjust grid gridArea gridAutoColumns gridAutoFlow gridAutoRows gridColumn gridRow gridTemplateAreas gridTemplateColumns gridTemplateRows hyphens imageOrientation isolation justifyContent justifyItems justifySelf letterSpacing lineHeight listStyle listStyleType marker mask objectFit objectPosition offset opacity order outline outlineOffset outlineStyle outlineWidth overflow overflowWrap overflowX overflowY overlay overscrollBehavior overscrollBehaviorX overscrollBehaviorY page placeContent placeItems placeSelf pointerEvents position r resize rotate scale scrollBehavior scrollSnapAlign scrollSnapStop scrollSnapType shapeRendering strokeWidth tableLayout textAlign textDecoration textDecorationThickness textIndent textOverflow textRendering textSizeAdjust textTransform textUnderlineOffset textWrap touchAction transform transformOrigin transition transitionProperty translate userSelect verticalAlign visibility whiteSpace willChange wordBreak writingMode x y zoom',
  ),
)

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  padding: '0',
  margin: '-1px',
  overflow: 'hidden',
  clip: 'rect(0, 0, 0, 0)',
  whiteSpace: 'nowrap',
  borderWidth: '0',
}
const shown = {
  position: 'static',
  width: 'auto',
  height: 'auto',
  padding: '0',
  margin: '0',
  overflow: 'visible',
  clip: 'auto',
  whiteSpace: 'normal',
}

/** Props that stand for several properties. */
export const combined: Readonly<Record<string, (value: unknown) => object>> = {
  srOnly: (value) => (value === true ? hidden : value === false ? shown : {}),
  lineClamp: (value) =>
    value === 'none'
      ? { WebkitLineClamp: 'unset' }
      : {
          overflow: 'hidden',
          display: '-webkit-box',
          WebkitLineClamp: value,
          WebkitBoxOrient: 'vertical',
          textWrap: 'wrap',
        },
}

/** Selectors and media queries by name; used with `_` before it. */
export const conditions = {
  hover: ['@media (hover: hover)', '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])'],
  active: '&:is(:active, [data-active]):not(:disabled, [data-disabled], [data-state=open])',
  focus: '&:is(:focus, [data-focus])',
  focusWithin: '&:is(:focus-within, [data-focus-within])',
  focusVisible: '&:is(:focus-visible, [data-focus-visible])',
  disabled: '&:is(:disabled, [disabled], [data-disabled], [aria-disabled=true])',
  checked: '&:is(:checked, [data-checked], [aria-checked=true], [data-state=checked])',
  expanded: '&:is([aria-expanded=true], [data-expanded], [data-state=expanded])',
  before: '&::before',
  after: '&::after',
  placeholder: '&::placeholder, &[data-placeholder]',
  backdrop: '&::backdrop',
  first: '&:first-of-type',
  last: '&:last-of-type',
  notFirst: '&:not(:first-of-type)',
  notLast: '&:not(:last-of-type)',
  invalid: '&:is([data-invalid], [aria-invalid=true], [data-state=invalid])',
  selected: '&:is([aria-selected=true], [data-selected])',
  open: '&:is([open], [data-open], [data-state=open])',
  motionReduce: '@media (prefers-reduced-motion: reduce)',
  print: '@media print',
  highContrast: '@media (forced-colors: active)',
  starting: '@starting-style',
  light: ':root &, [data-theme=light] &',
  dark: '[data-theme=dark] &',
}
