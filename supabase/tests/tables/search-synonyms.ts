import { readByStaff } from '../declaration/expected-access'
import type { TableDeclaration } from '../declaration/table'

export const searchSynonyms: TableDeclaration = {
  policies: { forSignedIn: ["Staff see what shoppers' words mean"] },
  reach: readByStaff,
  rows: {
    key: 'id',
    label: "'entry'",
    labels: ['entry'],
    change: "means = array['x']",
    insert: { row: () => "insert into search_synonyms (typed, means) values (array['tried'], array['x'])" },
  },
  fixtures: {
    beforeOrders: "insert into search_synonyms (typed, means) values (array['policy word'], array['candle'])",
  },
  attack: {
    row: '@synonym@',
    forged: '{"typed":["forged"],"means":["x"]}',
    change: '{"means":["forged"]}',
    facts: { synonym: () => 'select id from search_synonyms limit 1' },
  },
  growth: (facts) => [
    {
      name: 'office: search words',
      asker: facts.staff,
      values: [],
      bound: 600,
      text: 'select id, typed, means, category_id, version from search_synonyms order by typed, id limit 500',
    },
  ],
}
