import { call, objectText, post, table, type Attack } from '../../supabase/tests/declaration/attack'
import { rightsBySetting, type Right } from '../../supabase/tests/declaration/rights'
import { functions } from '../../supabase/tests/functions'
import { tables } from '../../supabase/tests/tables'

const by = 'moderator'
const shown = { prefer: 'return=representation' }

const lacks = (right: Right | undefined): boolean =>
  right !== undefined && !rightsBySetting.enforced.moderator.includes(right)

/** What a moderator may not read or write in the tables. */
function ofTables(): Attack[] {
  return Object.entries(tables).flatMap(([name, { rows, reach, needs, attack }]) => {
    const { key = rows.key, forged, change } = attack
    const every = `${name}?${key}=not.is.null`
    const isClosed = (command: 'insert' | 'update' | 'delete'): boolean =>
      reach[command].staff === 'rejected' ||
      (lacks(needs?.write) && reach[command].staff !== reach[command].user)
    return [
      ...(isClosed('insert')
        ? [table(`moderator inserts into ${name}`, by, 'rejected', 'POST', name, forged, shown)]
        : []),
      ...(isClosed('update')
        ? [table(`moderator changes every row of ${name}`, by, 'rejected', 'PATCH', every, change)]
        : []),
      ...(isClosed('delete')
        ? [table(`moderator deletes every row of ${name}`, by, 'rejected', 'DELETE', every)]
        : []),
      ...(lacks(needs?.read)
        ? [table(`moderator reads ${name}`, by, 'nothing', 'GET', `${name}?select=${rows.key}`)]
        : []),
    ]
  })
}

/** Staff whose role does not allow what they try. */
export function roleAttacks(): Attack[] {
  return [
    ...ofTables(),
    ...Object.entries(functions)
      .filter(([, { calls = [] }]) => calls.some(({ needs }) => lacks(needs)))
      .map(([name, { args }]) => {
        const given = Object.fromEntries(Object.entries(args).map(([arg, { good }]) => [arg, good]))
        return call(`moderator calls ${name}`, by, 'rejected', name, objectText(given))
      }),
    table(
      'moderator makes themselves a super admin',
      by,
      'rejected',
      'PATCH',
      'admin_users?user_id=eq.@moderatorUser@',
      '{"role":"super_admin"}',
    ),
    table(
      'moderator refunds an order',
      by,
      'rejected',
      'PATCH',
      'orders?id=eq.@victimOrder@',
      '{"payment_status":"refunded"}',
    ),
    table(
      'moderator makes all roles equal',
      by,
      'rejected',
      'POST',
      'shop_settings?on_conflict=key',
      '{"key":"staff.roles","value":"equal"}',
      { prefer: 'resolution=merge-duplicates' },
    ),
    post('moderator uploads a picture', by, 'rejected', '/storage/v1/object/product-images/m.png', 'x', {
      'content-type': 'image/png',
    }),
    post(
      'moderator replaces a picture',
      by,
      'rejected',
      '/storage/v1/object/product-images/kept/picture.webp',
      'x',
      { 'content-type': 'image/webp', 'x-upsert': 'true' },
    ),
    post(
      'moderator removes pictures',
      by,
      'nothing',
      '/storage/v1/object/product-images',
      '{"prefixes":["kept/picture.webp"]}',
      undefined,
      'DELETE',
    ),
  ]
}
