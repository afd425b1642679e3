import path from 'node:path'
import { root } from './environment'

/** The release store that the shops of tests share, so that each need not copy what was built once. */
export const testStore = path.join(root, '.releases/tests')
