import { refused, staffOnly, type FunctionDeclaration } from '../declaration/function'

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
      p_product_id: refused('"@product@"'),
      p_change: refused('5'),
      p_kind: refused('"received"'),
      p_note: refused('"x"'),
      p_variant_id: refused('null'),
    },
  },
  find_by_code: {
    for: 'staff',
    calls: [{ call: "select public.find_by_code('AM-TOY-001')", ...staffOnly }],
    by: ['stranger', 'guest'],
    args: { p_code: refused('"AM-TOY-001"') },
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
      p_product_id: { good: '"@product@"', bad: 'refused' },
      p_email: { good: '"x@y.zz"', bad: 'refused' },
      p_variant_id: { good: 'null', bad: 'refused' },
    },
  },
} satisfies Record<string, FunctionDeclaration>
