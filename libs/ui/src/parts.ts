// The heavier parts of this lib, to be run one by one before it: all at once they keep a slow phone from answering.
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ '@emotion/react'),
  () => import(/* webpackMode: "eager" */ '@chakra-ui/react/preset-base'),
  () => import(/* webpackMode: "eager" */ '@chakra-ui/react/styled-system'),
  () => import(/* webpackMode: "eager" */ './theme/system'),
]
