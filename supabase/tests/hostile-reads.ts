import { read, type Attack } from './hostile-attack'

const injected = [
  'name=eq."x",or=(id.not.is.null)', "name=eq.' or '1'='1", 'name=ilike.*%25*', 'name=ilike.%5C', "name=ilike.%'; drop table products; --",
  'or=(name.eq.x', 'or=name.eq.x)', 'or=()', 'or=(())', 'or=(,)', 'or=(name.eq.x,)', 'or=(name.eq."x),is_active.eq.false,(y")', 'or=(name.eq."unclosed)',
  'or=(name.ilike.*a*,is_active.eq.false)', 'or=(name.eq.x,and(price.gte.0,or(price.lt.0,not.and(id.not.is.null))))', 'not.or=(id.is.null)', 'and=(price.gt.0,price.gt.0)',
  `or=(${'or('.repeat(200)}name.eq.x${')'.repeat(200)})`, `or=(${Array.from({ length: 2000 }, () => 'name.eq.x').join(',')})`, 'not.not.name=eq.x', 'name=not.not.eq.x',
  'name=in.()', 'name=in.("', 'name=in.(a,b', 'id=in.(1,2,3)', 'id=in.({})', 'name=fts.a%26', "name=fts.':*' | !", 'name=plfts(simple).x', "name=fts(pg_catalog.english'; drop).x", 'name=wfts(nonsense).x',
  'name=match.(((((', 'name=match.^(a+)+$', 'name=imatch.[', 'name=cs.{', 'features=cs.{"', 'features=cd.{a,"b"', 'features=ov.(a,b)', 'price=eq.NaN', 'price=eq.Infinity', 'price=eq.1e400', 'price=eq.0x10', 'price=gt.', 'price=eq(any).{1,2', 'price=any.x',
  'is_active=is.maybe', 'is_active=is.unknown', 'created_at=gt.infinity', 'created_at=gt.yesterday', 'created_at=gt.99999-99-99', 'id=eq.@product@%00', 'id=eq.%ff%fe', 'name=eq.%00', 'name=eq.%ed%a0%80', 'name=eq.%E2%80%AE', '%00=eq.1', '%22=eq.1', 'constructor=eq.1', '__proto__=eq.1', 'toString=eq.1', 'categories.__proto__=eq.1', '__proto__.order=id', '__proto__.limit=1', '__proto__.select=id', 'or=(__proto__.eq.1)', 'and=(not."__proto__".eq.1,name.eq.x)', '__proto__.or=(id.eq.1)', '"__proto__"=eq.1', '__proto__->x=eq.1', 'select=__proto__:categories(id)&__proto__.id=eq.1', '__proto__.__proto__=eq.1', 'constructor.prototype=eq.1', 'name=eq.__proto__', 'or=(name.eq.constructor,name.eq.x)',
  'name;drop=eq.1', 'name)=eq.1', "name'=eq.1", 'name--=eq.x', 'features->0=eq.x', 'features->>0=eq.x', "name->>'a'=eq.x", 'name::text=eq.x', 'name=eq.x&name=eq.y&name=eq.z', '=eq.x', '&&&&', '=', 'select', `name=eq.${'x'.repeat(8000)}`,
]

const selected = [
  '*,orders(*)', '*,order_events(*)', 'id,cart_items(*)', 'id,cart_items(session_id,customer_id)', 'id,cart_items!inner(session_id)', 'id,cart_items(customer:customers(email))', 'id,cart_items(customers(user_id,orders(*)))',
  'id,inventory_alerts(*)', 'id,inventory_movements(*)', 'id,category:categories(products(cart_items(*)))', '...categories(name)', '...cart_items(session_id)', '*,stock_holds(*)', '*,product_search(*)', '*,private.tallies(*)', '*,admin_users(*)', '*,users(*)', '*,auth.users(*)',
  'id::regclass', "id::text'", 'name::nonsense', 'name::oid', 'price::money', 'id::"char"', 'xmin', 'ctid', 'tableoid', 'tableoid::regclass', 'pg_sleep(5)', 'version()', 'count()', 'price.sum()', 'price.max(),name', 'id.count()', '*,*,*', '', ',', '(', '*)', 'id,(select)', 'a:b:c:d', '"id"', 'id"', "id'", 'id;', 'id--',
  'categories(products(categories(products(id))))', 'category:categories(products(category:categories(products(category:categories(id)))))', 'id->>x', 'features->0', 'features->>-1', 'name:price', 'id:orders(*)', 'categories!nonsense(*)', 'categories!products_category_id_fkey(*)', 'categories!inner!left(*)', `${'categories('.repeat(60)}id${')'.repeat(60)}`, Array.from({ length: 3000 }, () => 'id').join(','), 'constructor', '__proto__', '\u202eid', 'id,%00',
]

const ordered = [
  'order=name.sideways', 'order=name.asc.nullsmiddle', 'order=name;drop table products', "order=name'", 'order=(select 1)', 'order=pg_sleep(5)', 'order=1', 'order=', 'order=,', 'order=name.asc.asc', 'order=cart_items(session_id).asc', 'order=nonsense.desc', 'order=features->0.desc', 'order=__proto__',
  'limit=-1', 'limit=0', 'limit=abc', 'limit=1.5', 'limit=1e400', 'limit=2147483648', 'limit=99999999999999999999999', 'limit=', 'limit=1;drop', 'limit=NaN', 'limit=null', 'limit=5&limit=6', 'limit=100000000',
  'offset=-1', 'offset=abc', 'offset=1e400', 'offset=9223372036854775807', 'offset=99999999999999999999999', 'offset=1 union select 1', 'offset=NaN', 'offset=1.5', 'categories.limit=-1&select=id,categories(id)', 'nonsense.order=id', 'columns=nonsense', 'on_conflict=nonsense', 'apikey=nonsense', 'apikey=sb_secret_guess',
]

const elsewhere = [
  'pg_class', 'pg_shadow', 'pg_catalog.pg_roles', 'information_schema.tables', 'auth.users', 'users', 'private.rate_limits', 'rate_limits', 'stock_holds', 'idempotency_keys', 'tallies', 'search_words', 'product_search', 'checkout_carts', 'storage.objects', 'objects', 'buckets', 'embedded.mail', 'mail', 'schema_migrations', 'migrations',
  'orders%3Bdrop', '..%2fauth%2fv1', '..', '%2e%2e', 'products%00', 'products%2f..%2forders', 'PRODUCTS', '%22products%22', 'products%20', '%ff', '', 'rpc', 'rpc/', 'rpc/..', '__proto__', 'constructor', 'x'.repeat(5000),
]

const profiles = ['private', 'auth', 'storage', 'embedded', 'pg_catalog', 'information_schema', 'extensions', 'public,private', 'private;', '"private"', 'PRIVATE', ' ', 'public; drop schema public', 'constructor']
const ranges = ['0-', '-1', '5-1', '0-999999999999999999999', 'a-b', '0-0,5-5', '1e400-', 'items=0-1', '-', '99999-', '0-9223372036854775807']
const accepts = ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose|settings|buffers|wal', 'application/vnd.pgrst.object+json', 'text/csv', 'application/geo+json', 'application/octet-stream', 'text/xml', 'nonsense', '*/*;q=nan', 'application/json;'.repeat(200)]
const prefers = ['tx=commit', 'tx=rollback', 'count=nonsense', 'max-affected=-1', 'handling=strict,nonsense=1', 'timezone=Nowhere/City', "timezone='; drop table products; --", 'params=single-object', 'return=headers-only', 'missing=default', 'resolution=nonsense', 'count=exact,count=planned,count=estimated']

/** Readings that try to reach what is not theirs, or to confuse what reads them. */
export function readAttacks(): Attack[] {
  return [
    ...injected.map((query) => read('guest', 'harmless', `products?select=id&${query}`)),
    ...injected.slice(0, 24).map((query) => read('stranger', 'harmless', `orders?select=id&${query.replace(/is_active\.eq\.false|price\.\w+\.0/g, 'total.gte.0').replaceAll('name', 'email')}`)),
    ...selected.map((select, index) => read(index % 2 ? 'guest' : 'stranger', 'harmless', `products?select=${select}`)),
    ...['customers', 'products', 'shipments', 'order_events', 'admin_users', 'users', 'checkout_sessions'].flatMap((name) => (['buyer', 'stranger'] as const).map((by) => read(by, 'harmless', `orders?select=id,${name}(*)`))),
    ...['orders', 'cart_items', 'addresses', 'checkout_sessions', 'profiles', 'admin_users'].map((name) => read('stranger', 'harmless', `customers?select=*,${name}(*)`)),
    ...['total', 'email', 'user_id'].map((column) => read('guest', 'nothing', `orders?select=${column}&${column}=not.is.null`)),
    ...ordered.map((query, index) => read(index % 2 ? 'guest' : 'buyer', 'harmless', `products?select=id&${query}`)),
    ...elsewhere.map((name, index) => read(index % 2 ? 'guest' : 'stranger', ['', 'rpc', 'rpc/', '..', '%2e%2e', 'rpc/..'].includes(name) ? 'harmless' : 'refused', name)),
    ...profiles.flatMap((schema) => [
      read('guest', 'harmless', 'products?select=id', { 'accept-profile': schema }),
      read('stranger', schema === ' ' ? 'harmless' : 'refused', 'users?select=*', { 'accept-profile': schema }),
    ]),
    ...ranges.map((range) => read('guest', 'harmless', 'products?select=id', { range, 'range-unit': 'items' })),
    ...accepts.map((accept) => read('stranger', 'harmless', 'products?select=id', { accept })),
    ...prefers.map((prefer) => read('guest', 'harmless', 'products?select=id', { prefer })),
  ]
}
