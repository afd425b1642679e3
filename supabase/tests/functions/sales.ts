import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'

/** The functions of sales, by name. */
export const salesFunctions = {
  sales_series: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.sales_series('2026-01-01', '2026-02-01', 'day')`,
        ...staffOnly,
        needs: 'orders',
      },
    ],
    args: { p_from: rejected('"2026-01-01"'), p_to: rejected('"2026-02-01"'), p_unit: rejected('"day"') },
    growth: (facts) => [
      {
        name: 'office: sales of 90 days',
        asker: facts.staff,
        values: [],
        text: `select sales_series((now() - interval '89 days')::date, now()::date, 'day') as sales`,
      },
      {
        name: 'office: sales of 5 years',
        asker: facts.staff,
        // Of each month the products that were sold in it.
        bound: 25_000,
        values: [],
        text: `select sales_series((now() - interval '5 years')::date, now()::date, 'month') as sales`,
      },
    ],
  },
  office_takings: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      { call: `select public.office_takings('2026-01-01', '2026-02-01')`, ...staffOnly, needs: 'orders' },
    ],
    args: { p_from: rejected('"2026-01-01"'), p_to: rejected('"2026-02-01"') },
    growth: (facts) => [
      {
        name: 'office: takings of a day',
        asker: facts.staff,
        values: [],
        text: `select office_takings(now()::date, now()::date) as takings`,
      },
    ],
  },
  product_is_ordered: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: `select public.product_is_ordered('${unused}')`, ...staffOnly, needs: 'catalogue' }],
    args: { p_id: rejected('"@product@"') },
    growth: (facts) => [
      {
        name: 'office: whether a product was sold',
        asker: facts.staff,
        // Of each month the products that were sold in it.
        bound: 25_000,
        values: [unused],
        text: 'select product_is_ordered($1)',
      },
    ],
  },
  office_tasks: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.office_tasks()', ...staffOnly }],
    args: {},
    growth: (facts) => [
      { name: 'office: tasks', asker: facts.staff, values: [], text: 'select office_tasks()' },
    ],
  },
  recent_activity: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.recent_activity()', ...staffOnly, needs: 'orders' }],
    args: {},
    growth: (facts) => [
      {
        name: 'office: recent activity',
        asker: facts.staff,
        values: [],
        text: 'select recent_activity() as events',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
