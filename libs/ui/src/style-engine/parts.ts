/** A page that no server drew has no global styles; they come apart, since hardly any page needs them. */
async function addMissingStyles(): Promise<void> {
  if (document.querySelector('style[data-emotion^="css-global"]')) return
  const { addGlobalStyles } = await import('./add-global-styles')
  addGlobalStyles()
}

// The heavier parts of this lib, run one by one before it: a single long task would block input on a slow phone.
// Nothing of a part is used here: without a list of names the bundler would keep every export of it.
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["CacheProvider"] */ '@emotion/react'),
  () => import(/* webpackMode: "eager", webpackExports: ["chakra"] */ '@chakra-ui/react/styled-system'),
  () => import(/* webpackMode: "eager", webpackExports: ["system"] */ './system'),
  addMissingStyles,
]
