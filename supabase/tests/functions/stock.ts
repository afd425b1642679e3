import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of stock, by name. */
export const stockFunctions = {
  adjust_stock: {
    for: 'staff',
    calls: [
      {
        call: "select public.adjust_stock((select id from public.products where is_active and options = '[]' limit 1), 1)",
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_product_id: rejected('"@product@"'),
      p_change: rejected('5'),
      p_kind: rejected('"received"'),
      p_note: rejected('"x"'),
      p_variant_id: rejected('null'),
    },
  },
  find_by_code: {
    for: 'staff',
    calls: [{ call: "select public.find_by_code('AM-TOY-001')", ...staffOnly }],
    by: ['stranger', 'guest'],
    args: { p_code: rejected('"AM-TOY-001"') },
    growth: ({ staff, slug }) =>
      [
        ['barcode', '5012345678900'],
        ['sku', 'AM-NONE-0000000'],
        ['address', `/products/${slug}?size=m`],
      ].map(([name = '', code = '']) => ({
        name: `office: what a scan finds by ${name}`,
        asker: staff,
        values: [code],
        text: 'select find_by_code($1)',
      })),
  },
  ask_back_in_stock: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_product_id: { good: '"@product@"', bad: 'rejected' },
      p_email: { good: '"x@y.zz"', bad: 'rejected' },
      p_variant_id: { good: 'null', bad: 'rejected' },
    },
  },
} satisfies Record<string, FunctionDeclaration>
