// The heavier parts of this lib, run one by one before it: a single long task would block input on a slow phone.
export const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ '@emotion/react'),
  () => import(/* webpackMode: "eager" */ '@chakra-ui/react/preset-base'),
  () => import(/* webpackMode: "eager" */ '@chakra-ui/react/styled-system'),
  () => import(/* webpackMode: "eager" */ './system'),
]
