import { read, type Attack } from '../../supabase/tests/declaration/attack'

const injected = [
  'name=eq."x",or=(id.not.is.null)',
  'name=ilike.*%25*',
  "name=ilike.%'; drop table products; --",
  'or=()',
  'or=(name.eq."x),is_active.eq.false,(y")',
  'or=(name.ilike.*a*,is_active.eq.false)',
  'or=(name.eq.x,and(price.gte.0,or(price.lt.0,not.and(id.not.is.null))))',
  'not.or=(id.is.null)',
  'name=in.("',
  "name=fts(pg_catalog.english'; drop).x",
  'name=match.^(a+)+$',
  'price=eq.NaN',
  'is_active=is.maybe',
  'created_at=gt.yesterday',
  'name=eq.%00',
  '__proto__=eq.1',
  'name;drop=eq.1',
  '=eq.x',
]

const selected = [
  '*,orders(*)',
  '*,order_events(*)',
  'id,cart_items(*)',
  'id,cart_items(session_id,customer_id)',
  'id,cart_items!inner(session_id)',
  'id,cart_items(customer:customers(email))',
  'id,cart_items(customers(user_id,orders(*)))',
  'id,inventory_alerts(*)',
  'id,inventory_movements(*)',
  'id,category:categories(products(cart_items(*)))',
  '...cart_items(session_id)',
  '*,stock_holds(*)',
  '*,product_search(*)',
  '*,private.counters(*)',
  '*,admin_users(*)',
  '*,auth.users(*)',
  'id::regclass',
  'xmin',
  'pg_sleep(5)',
  'price.sum()',
  'id.count()',
  '*)',
  'id:orders(*)',
  '__proto__',
]

const ordered = [
  'order=name;drop table products',
  'order=(select 1)',
  'order=cart_items(session_id).asc',
  'order=nonsense.desc',
  'limit=-1',
  'limit=abc',
  'limit=100000000',
  'offset=-1',
  'offset=1 union select 1',
  'columns=nonsense',
  'on_conflict=nonsense',
  'apikey=sb_secret_guess',
]

const elsewhere = [
  'pg_class',
  'pg_shadow',
  'pg_catalog.pg_roles',
  'information_schema.tables',
  'auth.users',
  'users',
  'private.rate_limits',
  'rate_limits',
  'stock_holds',
  'idempotency_keys',
  'counters',
  'search_words',
  'product_search',
  'checkout_carts',
  'storage.objects',
  'objects',
  'buckets',
  'embedded.mail',
  'mail',
  'schema_migrations',
  'migrations',
  '..%2fauth%2fv1',
  '..',
  'products%00',
  'rpc/..',
  '__proto__',
]

const profiles = [
  'private',
  'auth',
  'storage',
  'embedded',
  'pg_catalog',
  'information_schema',
  'public,private',
  '"private"',
]
const ranges = ['0-', '5-1', '0-999999999999999999999', 'a-b']
const accepts = [
  'application/vnd.pgrst.plan',
  'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose|settings|buffers|wal',
  'text/csv',
  'nonsense',
]
const prefers = [
  'tx=commit',
  'tx=rollback',
  'handling=strict,nonsense=1',
  "timezone='; drop table products; --",
  'params=single-object',
]

/** An embedding of products and categories in each other; the shop's own reads have two levels at most. */
function nested(depth: number): string {
  const names = Array.from({ length: depth }, (_none, index) =>
    index % 2 ? 'products' : 'category:categories',
  )
  return names.reduceRight((inner, name) => `${name}(${inner})`, '*')
}

/** Reads that try to reach what is not theirs, or to confuse what reads them. */
export function readAttacks(): Attack[] {
  return [
    ...injected.map((query) => read('guest', 'harmless', `products?select=id&${query}`)),
    ...injected
      .slice(0, 8)
      .map((query) =>
        read(
          'stranger',
          'harmless',
          `orders?select=id&${query.replace(/is_active\.eq\.false|price\.\w+\.0/g, 'total.gte.0').replaceAll('name', 'email')}`,
        ),
      ),
    ...[4, 5, 6].map((depth) => read('guest', 'harmless', `products?select=*,${nested(depth)}`)),
    ...selected.map((select, index) =>
      read(index % 2 ? 'guest' : 'stranger', 'harmless', `products?select=${select}`),
    ),
    ...[
      'customers',
      'products',
      'shipments',
      'order_events',
      'admin_users',
      'users',
      'checkout_sessions',
    ].flatMap((name) =>
      (['buyer', 'stranger'] as const).map((by) => read(by, 'harmless', `orders?select=id,${name}(*)`)),
    ),
    ...['orders', 'cart_items', 'addresses', 'checkout_sessions', 'profiles', 'admin_users'].map((name) =>
      read('stranger', 'harmless', `customers?select=*,${name}(*)`),
    ),
    ...['total', 'email', 'user_id'].map((column) =>
      read('guest', 'nothing', `orders?select=${column}&${column}=not.is.null`),
    ),
    ...ordered.map((query, index) =>
      read(index % 2 ? 'guest' : 'buyer', 'harmless', `products?select=id&${query}`),
    ),
    ...elsewhere.map((name, index) =>
      read(index % 2 ? 'guest' : 'stranger', ['..', 'rpc/..'].includes(name) ? 'harmless' : 'rejected', name),
    ),
    ...profiles.flatMap((schema) => [
      read('guest', 'harmless', 'products?select=id', { 'accept-profile': schema }),
      read('stranger', 'rejected', 'users?select=*', {
        'accept-profile': schema,
      }),
    ]),
    ...ranges.map((range) =>
      read('guest', 'harmless', 'products?select=id', { range, 'range-unit': 'items' }),
    ),
    ...accepts.map((accept) => read('stranger', 'harmless', 'products?select=id', { accept })),
    ...prefers.map((prefer) => read('guest', 'harmless', 'products?select=id', { prefer })),
  ]
}
