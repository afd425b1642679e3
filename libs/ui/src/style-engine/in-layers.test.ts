import { expect, test } from 'vitest'
import { inLayers } from './in-layers'

test('rules of one layer stand in one block, in their order', () => {
  expect(
    inLayers([
      '@layer recipes{.a{color:red}@media print{.a{color:blue}}}.a{margin:0}',
      '.b{top:0}@media print{.b{top:1px}}@layer recipes{.b{color:red}}',
      '',
      '@layer other{.c{color:red}}',
    ]),
  ).toBe(
    '@layer recipes{.a{color:red}@media print{.a{color:blue}}.b{color:red}}' +
      '.a{margin:0}.b{top:0}@media print{.b{top:1px}}@layer other{.c{color:red}}',
  )
})
