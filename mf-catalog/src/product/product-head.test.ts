import { shop } from '@shop/settings'
import { expect, test } from 'vitest'
import { categoryHead } from '../category/category-head'
import { productHead } from './product-head'

const product = {
  name: 'Silk Robe',
  shortDescription: 'Heavy silk.',
  description: 'Cut long.',
  images: [],
  seoTitle: '',
  seoDescription: '',
}
const category = { name: 'Silk', description: 'All of silk.', image: null, seoTitle: '', seoDescription: '' }
const texts = { seoTitle: 'Silk robes made to last', seoDescription: 'Woven in Macclesfield.' }

test('the texts for search results are those of the page before any script runs', () => {
  const head = { title: texts.seoTitle, description: texts.seoDescription }
  expect(productHead({ ...product, ...texts } as never)).toMatchObject(head)
  expect(categoryHead({ ...category, ...texts } as never)).toMatchObject(head)
})

test('without them they are the name and the description, or what the shop says of itself', () => {
  expect(productHead(product as never)).toMatchObject({ title: 'Silk Robe', description: 'Heavy silk.' })
  expect(categoryHead(category as never)).toMatchObject({ title: 'Silk', description: 'All of silk.' })
  expect(productHead({ ...product, shortDescription: '' } as never)).toMatchObject({
    description: 'Cut long.',
  })
  expect(productHead({ ...product, shortDescription: '', description: '' } as never)).toMatchObject({
    description: shop.description,
  })
})
