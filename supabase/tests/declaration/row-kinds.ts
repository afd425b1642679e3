/** SQL of the name of the person of the fixtures `p` for whom a condition holds. */
export const person = (condition: string): string =>
  `(select name from policy_fixtures.people as p where ${condition})`

/** Everybody who is signed in. */
export const signedIn = ['owner', 'other', 'staff', 'admin', 'moderator', 'dismissed']

/** Everybody who has bought. */
export const buyers = ['guest', 'stranger', ...signedIn]

/** Rows that are switched on or off. */
export const byState = {
  key: 'id',
  label: "case when t.is_active then 'active' else 'inactive' end",
  labels: ['active', 'inactive'],
}

/** Rows that are all of one kind. */
export const plain = { key: 'id', label: "'row'", labels: ['row'] }

/** Rows that belong to the buyer of an order. */
export const byOrder = {
  key: 'id',
  label: person('p.checkout = (select o.checkout_session_id from orders as o where o.id = t.order_id)'),
  labels: buyers,
}

/** Rows that belong to whoever started a checkout. */
export const byCheckout = { key: 'id', label: person('p.checkout = t.checkout_session_id'), labels: buyers }

/** SQL that adds a row named "Switched off" to a table of the catalogue and switches it off. */
export const switchedOff = (table: string, columns = 'name', values = "'Switched off'"): string =>
  `insert into ${table} (${columns}) values (${values});
   update ${table} set is_active = false where name = 'Switched off'`

/** Columns that the database writes by itself. */
export const stamps = 'id created_at updated_at'
