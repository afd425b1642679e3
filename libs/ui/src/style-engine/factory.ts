import { chakra as original } from '@chakra-ui/react/styled-system'
import { leanFactory } from './lean-factory'

/**
 * Chakra's factory of styled elements. A server renders them by what Chakra made of the same props before; browsers,
 * where few elements are rendered anew, leave that code out.
 */
export const chakra: typeof original = typeof document === 'undefined' ? leanFactory(original) : original
