/** The reference to the variable of a token: "colors.lineStrong" is var(--am-colors-line-strong), "sizes.0.5" var(--am-sizes-0\.5). */
export const variableOf = (token: string): string => {
  const words = token.replace(
    /(?<!\d)\.|\.(?!\d)|[A-Z]/g,
    (found) => `-${found.replace('.', '').toLowerCase()}`,
  )
  return `var(--am-${words.replaceAll('.', '\\.')})`
}

/** Whether a name is that of a token with a minus: "-4". */
export const isNegative = (name: string): boolean => name.startsWith('-')

/**
 * The value of a token of a scale.
 * @param scale such as "spacing"
 * @param name such as "lineStrong", or "-0.5" for what is subtracted
 */
export const tokenValue = (scale: string, name: string): string =>
  isNegative(name) ? `calc(${variableOf(`${scale}.${name.slice(1)}`)} * -1)` : variableOf(`${scale}.${name}`)
