import { objectText } from '../declaration/attack'

/** Fields of the details of a checkout that works, as JSON texts. */
export const checkoutFields: Readonly<Record<string, string>> = {
  email: '"a@example.test"',
  first_name: '"Ada"',
  last_name: '"Love"',
  phone: '"0"',
  shipping_method_id: '"@method@"',
  shipping_address: '{"address_line_1":"1 Road","city":"London","postal_code":"SW1A 1AA"}',
}

/** The same as one JSON text. */
export const checkoutDetails = objectText(checkoutFields)
