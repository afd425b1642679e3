import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  embeddingOf,
  maxEmbeddingDepth,
  maxEmbeddings,
  rejectedCast,
  rejectedEmbedding,
  rejectedPath,
} from './request-rules'

describe('depth of embedding in a select', () => {
  it.each([
    ['', 0, 0],
    ['*', 0, 0],
    ['id, name, price', 0, 0],
    ['id, category:categories(id, name, slug)', 1, 1],
    ['id, customers!inner(user_id), products(name)', 1, 2],
    ['a(b(id))', 2, 2],
    ['a(id), b(id), ...c(*)', 1, 3],
    ['count()', 0, 0],
    ['price.sum(), total:price.avg()', 0, 0],
    ['a(count(), b(price.max()))', 2, 2],
    // An empty embedding still joins the table.
    ['categories()', 1, 1],
    ['discount()', 1, 1],
    ['"odd(name(", a(id)', 1, 1],
    ['"a\\"(", b(id)', 1, 1],
    // An unclosed quote hides nothing.
    ['"a(b(id))', 2, 2],
    ['data->a->>b', 0, 0],
  ])('%j: %i deep, %i tables', (select, depth, count) => {
    expect(embeddingOf(select)).toEqual({ depth, count })
  })

  test('nested tables are counted up to the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), (levels) => {
        const select = `${'t('.repeat(levels)}id${')'.repeat(levels)}`
        expect(embeddingOf(select).depth).toBe(Math.min(levels, maxEmbeddingDepth + 1))
      }),
    )
  })

  test('any text is accepted, and a deep select is never counted as flat', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(embeddingOf(`${text.replaceAll(/["()\\]/g, '')},a(b(c(d)))`).depth).toBe(maxEmbeddingDepth + 1)
        expect(embeddingOf(text).depth).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('rejects selects that are too deep or too wide, in any of several parameters', () => {
    const rejected = (...selects: string[]) =>
      rejectedEmbedding(new URLSearchParams(selects.map((one) => ['select', one])))
    expect(rejected('id,category:categories(id,products(id))')).toBeUndefined()
    expect(rejected('a(b(c(id)))')).toMatch('more than 2 deep')
    expect(rejected('id', 'a(b(c(id)))')).toMatch('more than 2 deep')
    expect(rejected(Array.from({ length: maxEmbeddings }, () => 'a(id)').join())).toBeUndefined()
    expect(rejected(Array.from({ length: maxEmbeddings + 1 }, () => 'a(id)').join())).toMatch(
      'More than 6 tables',
    )
  })
})

describe('columns can be cast to text only', () => {
  const rejected = (select: string) =>
    rejectedCast(
      new URLSearchParams([
        ['select', 'id'],
        ['select', select],
      ]),
    )
  it.each([
    'id,price::text',
    'a:price::text,b',
    'c(price::text)',
    'price::text.max()',
    'price.sum():: TEXT ,id',
    'data->a::text',
    'a:b',
    '',
  ])('%s passes', (select) => {
    expect(rejected(select)).toBeUndefined()
  })

  it.each([
    'email::regclass',
    'id,email::int',
    'c(email::regproc)',
    'price.sum()::int',
    'email::"text"',
    'email::text[]',
    'email::textual',
    'email::text::regclass',
    'email:::text',
    'email:: regclass',
    'email::',
    'data->a::regtype',
    '"email"::regclass',
    'a:email::regclass',
  ])('%s is rejected', (select) => {
    expect(rejected(select)).toMatch('text')
  })

  it('ignores the values of filters', () => {
    expect(rejectedCast(new URLSearchParams('name=eq.a::b&or=(name.eq.a::regclass)'))).toBeUndefined()
  })
})

describe('a path must be in its normal form', () => {
  it.each([
    '/',
    '/rest/v1/products?select=id',
    '/rest/v1/rpc/cart_add',
    '/auth/v1/token?grant_type=%70assword',
    '/storage/v1/object/public/images/a%20b%C3%A9.png',
    '/storage/v1/object/public/images/a.b..c~d_e-1.png',
    '/rest/v1/products?name=eq.a//b\\c/../d',
  ])('%s passes', (target) => {
    expect(rejectedPath(target)).toBeUndefined()
  })

  it.each([
    '',
    '*',
    'http://localhost/rest/v1/',
    '//',
    '//[',
    '/rest//v1',
    '/auth/v1/%74oken',
    '/storage/v1/object/%6cist/images',
    '/rest/v1/..',
    '/rest/v1/../../mailbox',
    '/./rest',
    '/rest/v1/%2e%2e/x',
    '/rest/v1/.%2E/x',
    '/rest%2fv1',
    '/rest\\v1',
    '/rest%5Cv1',
    '/rest/v1/a%00',
    '/rest/v1/%',
    '/rest/v1/%2',
    '/rest/v1/%zz',
    '/rest/v1/%2574oken',
    '/rest/v1/é',
  ])('%s is rejected', (target) => {
    expect(rejectedPath(target)).toEqual(expect.any(String))
  })

  test('no passing path changes when it is normalised or its unreserved characters are decoded', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '.', '/', '\\', '%', '7', '4', '2', 'e', 'F', '~', ' '),
    })
    fc.assert(
      fc.property(part, (text) => {
        const path = `/${text}`
        if (rejectedPath(path) !== undefined) return
        expect(new URL(path, 'http://x').pathname).toBe(path)
        expect(decodeURIComponent(path.replaceAll(/%[89a-f]./gi, 'x')).split('/')).toHaveLength(
          path.split('/').length,
        )
      }),
    )
  })
})
