import type { TransactionSql } from 'postgres'

/** Adds reviews of every tenth order numbered `from` to `to`: half of them of one product, one in fifty waits. */
export async function loadReviews(sql: TransactionSql, from: number, to: number): Promise<void> {
  await sql`
    insert into reviews (order_id, line, product_id, rating, body, author, state, decided_at, created_at)
    select md5('order' || i)::uuid, 0, md5('product' || case when i % 20 = 0 then 1 else i end)::uuid, 1 + i % 5,
      'Just as described.', 'Ada', case when i % 500 = 0 then 'pending' else 'approved' end,
      case when i % 500 <> 0 then now() end, now() - growth.unit(i, 60) * interval '1000 days'
    from generate_series(${from}::bigint, ${to}::bigint) as i where i % 10 = 0`
}
