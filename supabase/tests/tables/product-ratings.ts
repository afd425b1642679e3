import { everybody, nobody } from '../declaration/expected-access'
import type { TableDeclaration } from '../declaration/table'

export const productRatings: TableDeclaration = {
  policies: { forAnyone: ['Anyone reads ratings'] },
  columns: { anon: { select: 'product_id reviews stars' } },
  reach: { select: everybody, insert: nobody, update: nobody, delete: nobody },
  rows: {
    key: 'product_id',
    label: "'row'",
    labels: ['row'],
    change: 'stars = stars',
    insert: {
      row: () =>
        'insert into product_ratings (product_id, reviews, stars) select id, 0, 0 from products order by id desc limit 1',
    },
  },
  attack: {
    key: 'product_id',
    row: '@product@',
    forged: '{"product_id":"@unused@","reviews":9,"stars":45}',
    change: '{"stars":5,"reviews":1}',
    unique: 'product_id',
  },
}
