/** Asks for the fonts past every cache when one came damaged, which browsers keep as long as a whole one: the next page has them. */
export async function renewDamagedFonts(): Promise<void> {
  const fonts = await document.fonts.ready
  if (![...fonts].some(({ status }) => status === 'error')) return
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[as=font]'))
    fetch(href, { cache: 'reload' }).catch(() => undefined)
}
