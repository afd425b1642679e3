import { randomUUID } from 'node:crypto'
import type { ContractBackend } from './contract-backend'

interface ContractRow {
  id: string
  slug: string
}

/** The rows that the contract tests of reads, writes and functions share. */
export interface ContractProducts {
  /** The brand of the three products, full of punctuation. */
  brand: string
  category: ContractRow
  first: ContractRow
  second: ContractRow
  /** An inactive product. */
  hidden: ContractRow
  remove(): Promise<void>
}

/** Adds a category and three products of one brand to the backend; `remove()` deletes them. */
export async function createContractProducts(backend: ContractBackend): Promise<ContractProducts> {
  const brand = `Contract, "B" (${randomUUID()})`
  const inserted = await backend.admin
    .from('categories')
    .insert({ name: 'Contract', slug: `contract-${randomUUID()}` })
    .select('id, slug')
    .single()
  const category = inserted.data ?? { id: '', slug: '' }
  const first = await backend.product({
    brand,
    name: 'Alpha 100%',
    price: 10.1,
    category_id: category.id,
    features: ['a, b', 'c'],
  })
  const second = await backend.product({
    brand,
    name: 'Beta',
    price: 20,
    compare_at_price: 25.5,
    inventory_quantity: 2,
  })
  const hidden = await backend.product({ brand, name: 'Gamma', is_active: false })
  return {
    brand,
    category,
    first,
    second,
    hidden,
    async remove() {
      await backend.admin.from('products').delete().eq('brand', brand)
      await backend.admin.from('categories').delete().eq('id', category.id)
    },
  }
}
