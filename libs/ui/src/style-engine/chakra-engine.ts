// Parts of Chakra's system. It exports them only together with what browsers do not need, so they are taken by file.
export { createConditions } from '../../../../node_modules/@chakra-ui/react/dist/esm/styled-system/conditions.js'
export { createCssFn } from '../../../../node_modules/@chakra-ui/react/dist/esm/styled-system/css.js'
export { createRecipeFn } from '../../../../node_modules/@chakra-ui/react/dist/esm/styled-system/cva.js'
export { createNormalizeFn } from '../../../../node_modules/@chakra-ui/react/dist/esm/styled-system/normalize.js'
