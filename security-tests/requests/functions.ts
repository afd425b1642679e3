import { call, objectText, type Attack } from '../../supabase/tests/declaration/attack'
import { functions } from '../../supabase/tests/functions'
import { checkoutFields } from '../../supabase/tests/functions/checkout-details'
import { oddValues } from './values'

/** Whether staff or the service alone may run a function. */
export const isClosed = (name: string): boolean =>
  ['staff', 'service'].includes(functions[name]?.for ?? 'everyone')

/** Every argument of every function × every odd value, the other arguments as they should be. */
export function argumentAttacks(): Attack[] {
  return Object.entries(functions).flatMap(([rpc, { by, args }]) =>
    Object.entries(args).flatMap(([arg, { bad, good: usual }]) =>
      Object.entries(oddValues).flatMap(([value, text], index) => {
        // Arguments that pages send are not an attack.
        if (text === usual) return []
        const attacker = by[index % by.length] ?? 'guest'
        const good = Object.fromEntries(Object.entries(args).map(([name, { good: json }]) => [name, json]))
        const given = objectText({ ...good, [arg]: text })
        return [call(`${rpc}: ${value} as ${arg}, by ${attacker}`, attacker, bad, rpc, given)]
      }),
    ),
  )
}

const fields = [
  ...Object.keys(checkoutFields),
  'billing_address',
  'expected_total',
  'total',
  'subtotal',
  'tax_amount',
  'shipping_amount',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'address.first_name',
  'address.phone',
]

/** Every field of a checkout's details × every odd value. */
export function checkoutAttacks(): Attack[] {
  return fields.flatMap((field) =>
    Object.entries(oddValues).map(([value, text], index) => {
      const attacker = index % 2 === 0 ? 'guest' : 'buyer'
      const address = { address_line_1: '"1 Road"', city: '"London"', postal_code: '"SW1A 1AA"' }
      const top = field in checkoutFields || /total|amount|billing/.test(field)
      const given = top
        ? { ...checkoutFields, [field]: text }
        : {
            ...checkoutFields,
            shipping_address: objectText({ ...address, [field.replace('address.', '')]: text }),
          }
      return call(
        `start_checkout: ${value} as ${field}, by ${attacker}`,
        attacker,
        'harmless',
        'start_checkout',
        `{"p_details":${objectText(given)}}`,
      )
    }),
  )
}
