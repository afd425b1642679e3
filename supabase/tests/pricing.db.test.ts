import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bestPromotion,
  findZone,
  isCovered,
  linePence,
  orderTotals,
  promotionDiscounts,
  quoteShipping,
  toPence,
  unitPence,
  vatOf,
  type ShippingMethod,
  type ShippingRule,
  type ShippingZone,
  type Totals,
} from '@shop/pricing'
import { explainShipping } from '@shop/pricing/explain-shipping'
import { cases, offered, pence, pieces, written } from './pricing-cases'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'

// One round trip a case: puts prices, zones, rules and settings in place, asks for the figures, and undoes it all.
const stage = `
  create function private.test_figures(p_case jsonb) returns jsonb language plpgsql as $$
  declare
    figures jsonb;
    reduced jsonb;
    customer constant uuid := null;
  begin
    begin
      -- What is priced is all that changes: the lists and histories that follow it are not read here.
      perform set_config('session_replication_role', 'replica', true);
      update products set price = (given ->> 'price')::numeric
      from jsonb_array_elements(p_case -> 'units') as given
      where products.id = (given ->> 'product_id')::uuid and given ->> 'variant_id' is null;
      update product_variants set price = (given ->> 'price')::numeric
      from jsonb_array_elements(p_case -> 'units') as given where product_variants.id = (given ->> 'variant_id')::uuid;
      delete from shipping_rules;
      delete from shipping_zones;
      insert into shipping_rules (id, name, type, priority, conditions, actions)
      select id, 'rule', type, priority, conditions, actions
      from jsonb_to_recordset(p_case -> 'rules') as rule (id uuid, type text, priority integer, conditions jsonb, actions jsonb);
      insert into shipping_zones (id, name, postcodes, multiplier, position)
      select id, 'zone', array(select jsonb_array_elements_text(postcodes)), multiplier, position
      from jsonb_to_recordset(p_case -> 'zones') as zone (id uuid, postcodes jsonb, multiplier numeric, position integer);
      update shipping_methods set base_price = (p_case ->> 'base')::numeric, is_active = id = (p_case ->> 'method')::uuid;
      update private.vat_rates set rate = (p_case ->> 'vat_rate')::numeric;
      update shop_settings set value = p_case -> 'factor' where key = 'pricing.factor';
      update shop_settings set value = p_case -> 'unmatched' where key = 'shipping.unmatchedZone';
      update shop_settings set value = p_case -> 'coverage' where key = 'delivery.coverage';
      insert into promotions (code, kind, percent, amount_pence, buy_quantity, get_quantity, applies_to, product_ids, category_ids,
        minimum_pence, is_automatic, created_at)
      select given.code, given.kind, given.percent, given.amount_pence, given.buy_quantity, given.get_quantity, given.applies_to,
        given.product_ids, given.category_ids, given.minimum_pence, given.code <> 'TESTED', now() + place * interval '1 second'
      from jsonb_array_elements(p_case -> 'promotions') with ordinality as listed (entry, place)
      cross join lateral jsonb_populate_record(null::promotions, entry) as given;
      reduced := private.checkout_figures(p_case -> 'lines', (p_case ->> 'method')::uuid, p_case -> 'address',
        (select id from promotions where code = 'TESTED'));
      figures := private.checkout_figures(p_case -> 'lines', (p_case ->> 'method')::uuid, p_case -> 'address');
      figures := reduced || jsonb_build_object(
        'automatic', private.with_promotion(figures, private.automatic_promotion(figures, customer, 'ada@example.test')),
        'zone', ((private.match_zone(p_case -> 'address' ->> 'postal_code')).zone).id);
      figures := figures || jsonb_build_object('explanation', private.shipping_explanation(
        (figures ->> 'subtotal')::numeric, p_case -> 'address' ->> 'postal_code', p_case -> 'address' ->> 'country'));
      raise exception using errcode = 'P9999';
    exception when sqlstate 'P9999' then
      return figures;
    end;
  end $$;`

const sql = await testDatabase()
await sql.unsafe(stage).simple()
const [method] = await sql<{ id: string }[]>`select id from shipping_methods where name = 'Express'`
const methodId = method?.id ?? ''
const plain = await sql<{ id: string; category: string }[]>`
  select id, category_id as category from (
    select *, row_number() over (partition by category_id order by id) as place from products where options = '[]'
  ) as listed order by place, id limit ${pieces}`
const robe = await sizedProduct(
  sql,
  Object.fromEntries(plain.map((_, index) => [`Size ${String(index)}`, 9])),
)
/** What is priced: every second one a product, the others variants of one product. */
const units = plain.map(({ id }, index) =>
  index % 2
    ? { product_id: robe.id, variant_id: robe.variants[`Size ${String(index)}`] ?? null }
    : { product_id: id, variant_id: null },
)
/** Product and category at each place. */
const ids = plain.map(({ id, category }, index) =>
  index % 2 ? { product: robe.id, category: null } : { product: id, category },
)
/** The totals as SQL gives them. */
const totalsIn = (figures: {
  subtotal: number
  discount_amount?: number
  tax_amount: number
  shipping_amount: number | null
  total: number | null
}) => ({
  subtotal: toPence(figures.subtotal),
  discount: figures.discount_amount === undefined ? undefined : toPence(figures.discount_amount),
  vat: toPence(figures.tax_amount),
  shipping: figures.shipping_amount === null ? null : toPence(figures.shipping_amount),
  total: figures.total === null ? null : toPence(figures.total),
})
/** The same of libs/pricing, where delivery is possible. */
const totalsOf = (totals: Totals, isDelivered: boolean) => ({
  subtotal: totals.subtotalPence,
  discount: totals.discountPence,
  vat: totals.vatPence,
  shipping: isDelivered ? totals.shippingPence : null,
  total: isDelivered ? totals.totalPence : null,
})

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 300 }
test('SQL and libs/pricing round a price and its VAT alike, by any factor and rate', async () => {
  const factors = fc.oneof(
    fc.constant(0.79),
    fc.integer({ min: 10, max: 3000 }).map((value) => value / 1000),
  )
  const rates = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)
  await fc.assert(
    fc.asyncProperty(pence, factors, rates, async (stored, factor, rate) => {
      const [row] =
        await sql`select round(${stored}::numeric / 100 * ${String(factor)}::numeric, 2) as unit, private.vat(${stored}::numeric / 100, ${String(rate)}::numeric) as vat`
      expect([toPence(row?.unit), toPence(row?.vat)]).toEqual([
        unitPence(stored, 'cart', factor),
        vatOf(stored, rate),
      ])
    }),
    runs,
  )
})

test('for any cart, prices, zones, rules, settings and promotions SQL and libs/pricing come to the same figures and explain delivery alike', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (generated) => {
      const {
        prices,
        lines,
        base,
        factor,
        unmatched,
        coverage,
        postcode: to,
        country,
        rules,
        zones,
      } = generated
      const typed = generated.promotion && offered('TESTED', generated.promotion, ids)
      const automatic = generated.automatic.map((each, place) => offered(`Offer ${String(place)}`, each, ids))
      // As the database adds them up: a unit has one line, at its first place.
      const bought = [...new Set(lines.map(({ at }) => at))].map((at) => ({
        productId: ids[at]?.product ?? '',
        categoryId: ids[at]?.category ?? null,
        unitPence: unitPence(prices[at] ?? 0, 'checkout', factor),
        quantity: lines.reduce((sum, line) => sum + (line.at === at ? line.quantity : 0), 0),
      }))
      // As Postgres keeps them: what is undefined is not written.
      const kept: ShippingRule[] = rules.map((each) => ({
        ...each,
        name: 'rule',
        ...JSON.parse(JSON.stringify({ conditions: each.conditions, actions: each.actions })),
      }))
      const placed: ShippingZone[] = zones.map((each) => ({ ...each, name: 'zone' }))
      const found = findZone(to, placed, unmatched, coverage)
      const method: ShippingMethod = {
        id: methodId,
        name: 'Express',
        description: null,
        basePricePence: base,
        daysMin: 2,
        daysMax: 3,
        features: [],
        sortOrder: 2,
      }
      const subtotalPence = lines.reduce(
        (sum, { at, quantity }) => sum + linePence(prices[at] ?? 0, quantity, 'checkout', factor),
        0,
      )
      const quote = quoteShipping({
        subtotalPence,
        method,
        zone: found,
        rules: kept,
        country,
        postcode: to,
      })
      const shipping =
        quote.available && (found !== null || (unmatched === 'first' && isCovered(to, coverage)))
          ? quote.pence
          : null
      const figures = orderTotals({
        subtotalPence,
        shippingPence: shipping ?? 0,
        vatRate: generated.vatRate,
        promotion: typed?.promotion,
        lines: bought,
      })

      const [row] = await sql`select private.test_figures(${JSON.stringify({
        units: units.map((unit, index) => ({ ...unit, price: (prices[index] ?? 0) / 100 })),
        lines: lines.map(({ at, quantity }) => ({ ...units[at], quantity })),
        rules: kept,
        zones: placed,
        promotions: [...automatic, ...(typed ? [typed] : [])].map(written),
        base: base / 100,
        method: methodId,
        factor,
        vat_rate: generated.vatRate,
        unmatched,
        coverage,
        address: { postal_code: to, country },
      })}::text::jsonb) as figures`
      const { figures: inSql } = row ?? {}
      const charged = new Map(
        inSql.cart_items.map((item: { product_id: string; variant_id?: string; unit_price: number }) => [
          item.variant_id ?? item.product_id,
          toPence(item.unit_price),
        ]),
      )
      for (const { at } of lines) {
        const unit = units[at]
        expect(charged.get(unit?.variant_id ?? unit?.product_id)).toBe(
          unitPence(prices[at] ?? 0, 'checkout', factor),
        )
      }
      expect({ zone: inSql.zone, ...totalsIn(inSql) }).toEqual({
        zone: found?.id ?? null,
        ...totalsOf(figures, shipping !== null),
      })
      const discounts = typed ? promotionDiscounts(typed.promotion, bought) : bought.map(() => null)
      expect(inSql.cart_items.map((item: { discount?: number }) => toPence(item.discount ?? 0))).toEqual(
        discounts.map((discount) => discount ?? 0),
      )
      const best = bestPromotion(automatic, {
        lines: bought,
        subtotalPence,
        shippingPence: shipping ?? 0,
        vatRate: generated.vatRate,
      })
      expect({ code: inSql.automatic.promotion_code, ...totalsIn(inSql.automatic) }).toEqual({
        code: best.used?.code,
        ...totalsOf(best.totals, shipping !== null),
      })
      const explained = explainShipping(
        { subtotalPence, postcode: to, country },
        { zones: placed, methods: [method], rules: kept, unmatched, coverage },
      )
      expect(inSql.explanation).toEqual(explained)
      expect(explained.methods.map((each) => each.pence)).toEqual([shipping])
      expect(figures.totalPence).toBeGreaterThanOrEqual(0)
      expect(figures.discountPence ?? 0).toBeLessThanOrEqual(subtotalPence)
    }),
    runs,
  )
})
