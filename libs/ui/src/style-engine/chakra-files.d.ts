// Parts of Chakra that it exports only together with what browsers do not need.
declare module '*/dist/esm/styled-system/css.js' {
  export const createCssFn: (parts: object) => (...styles: object[]) => object
}
declare module '*/dist/esm/styled-system/cva.js' {
  import type { SystemContext } from '@chakra-ui/react/styled-system'
  export const createRecipeFn: (parts: object) => SystemContext['cva']
}
declare module '*/dist/esm/styled-system/conditions.js' {
  import type { SystemContext } from '@chakra-ui/react/styled-system'
  export const createConditions: (parts: object) => SystemContext['conditions']
}
declare module '*/dist/esm/styled-system/normalize.js' {
  export const createNormalizeFn: (parts: object) => (styles: object) => object
}
