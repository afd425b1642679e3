/** A page that no server drew has none; they come with all of Chakra's theme. */
async function addMissingStyles(): Promise<void> {
  if (document.querySelector('style[data-emotion^="css-global"]')) return
  const { addGlobalStyles } = await import('./global-styles')
  addGlobalStyles()
}

// The heavier parts of this lib, run one by one before it: a single long task would block input on a slow phone.
// Without a list of names a bundler keeps every export of what is imported so.
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["CacheProvider"] */ '@emotion/react'),
  () =>
    import(/* webpackMode: "eager", webpackExports: ["ChakraProvider"] */ '@chakra-ui/react/styled-system'),
  () => import(/* webpackMode: "eager", webpackExports: ["system"] */ './system'),
  addMissingStyles,
]
