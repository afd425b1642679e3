import type { Attack } from '../../supabase/tests/declaration/attack'
import { sampled } from '@shop/testing/sample'
import { accountAttacks } from './accounts'
import { storageAttacks } from './files'
import { forgedCheckouts } from './forged-checkouts'
import { argumentAttacks, checkoutAttacks } from './functions'
import { headerAttacks } from './headers'
import { readAttacks } from './reads'
import { roleAttacks } from './roles'
import { ownRowAttacks, tableAttacks, writeAttacks } from './tables'

/**
 * The attacks by subject, of each subject a sample in runs that are not deep.
 * @param part reduces the samples to that share
 */
export function attackGroups(part = 1): Readonly<Record<string, Attack[]>> {
  return {
    'forged checkouts and functions': sampled(forgedCheckouts(), 0.3 * part),
    'arguments of functions': sampled(argumentAttacks(), 0.02 * part),
    'details of a checkout': sampled(checkoutAttacks(), 0.06 * part),
    'rows of tables': sampled(tableAttacks(), 0.2 * part),
    'their own rows': sampled(ownRowAttacks(), part),
    'rows that everybody may write': sampled(writeAttacks(), part),
    reads: sampled(readAttacks(), 0.3 * part),
    'tokens and headers': sampled(headerAttacks(), 0.3 * part),
    accounts: sampled(accountAttacks(), 0.4 * part),
    files: sampled(storageAttacks(), 0.4 * part),
    'staff beyond their role': sampled(roleAttacks(), 0.5 * part),
  }
}
