import { nobody } from '../declaration/expected-access'
import type { TableDeclaration } from '../declaration/table'

const shown = 'id product_id variant_name rating body author created_at'
const anyProduct = '(select id from products order by id limit 1)'

export const reviews: TableDeclaration = {
  policies: { forAnyone: ['Anyone reads approved reviews'] },
  columns: { anon: { select: shown }, signedIn: { select: shown } },
  reach: {
    select: { anon: 'active', user: 'active', staff: 'active' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  rows: {
    key: 'id',
    label: "case when t.state = 'approved' then 'active' else 'inactive' end",
    labels: ['active', 'inactive'],
    change: 'rating = 5',
    insert: {
      row: (_me, them) =>
        `insert into reviews (order_id, line, product_id, rating, author) values ('${them.orderId}', 99, ${anyProduct}, 5, 'Ada')`,
    },
  },
  fixtures: {
    afterOrders: `
      insert into reviews (order_id, line, product_id, rating, author, state, decided_at)
      select id, 0, ${anyProduct}, 4, 'Ada', 'approved', now() from orders;
      insert into reviews (order_id, line, product_id, rating, author) select id, 1, ${anyProduct}, 1, 'Ada' from orders`,
  },
  attack: {
    row: '@victimReview@',
    forged: '{"order_id":"@victimOrder@","line":5,"product_id":"@unused@","rating":1,"author":"x"}',
    change: '{"state":"approved","rating":1}',
    unique: 'order_id,line',
    seed: ({ victimOrder }) =>
      `insert into reviews (order_id, line, product_id, rating, body, author)
       values ('${victimOrder}', 0, ${anyProduct}, 2, 'not-yet-approved-words', 'Victim')`,
    facts: { victimReview: ({ victimOrder }) => `select id from reviews where order_id = '${victimOrder}'` },
    secrets: ['not-yet-approved-words'],
  },
  invariants: {
    'a rating that is not the sum of its approved reviews': `
    select coalesce(product_id, counted.id) from (
      select product_id as id, count(*)::integer as reviews, sum(rating)::integer as stars from reviews where state = 'approved' group by 1
    ) as counted full join product_ratings as kept on kept.product_id = counted.id
    where coalesce(kept.reviews, 0) <> coalesce(counted.reviews, 0) or coalesce(kept.stars, 0) <> coalesce(counted.stars, 0)`,
  },
  growth: (facts) => [
    {
      name: 'reviews of a product',
      asker: facts.guest,
      values: [facts.mostReviewed],
      text: `select id, variant_name, rating, body, author, created_at from reviews where product_id = $1
        order by created_at desc, id limit 6`,
    },
  ],
}
