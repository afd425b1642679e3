import { onDemand } from '@shop/ui'
import { useMemo } from 'react'
import * as v from 'valibot'
import { countOf } from '../../kit/list-page'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { choiceParam, pageParam, textParam } from '../../kit/url-state'
import { useEndPromotion } from './end-promotion'
import { promotionListQuery } from './list-promotions'
import { promotionColumns } from './promotion-columns'
import { stateLabels, states } from './promotion-states'

const PromotionDialog = onDemand(
  async () => (await import('./promotion-dialog')).PromotionDialog,
  'The promotion',
)

const params = v.object({ q: textParam(40), state: choiceParam(['', ...states], ''), page: pageParam() })

/** The promotions, and the form of the one that the URL names. */
export function Component() {
  const end = useEndPromotion()
  return (
    <ListScreen
      title="Promotions"
      params={params}
      query={({ filter, state }) => promotionListQuery(filter, state.page)}
      text={({ data }) => countOf(data, 'promotion')}
      columns={useMemo(() => promotionColumns(end), [end])}
      search={{ label: 'Search by code or name', maxLength: 40, chip: 'Code or name' }}
      filters={() => [{ name: 'state', label: 'State', options: { '': 'Any state', ...stateLabels } }]}
      empty={{
        title: 'No promotions yet',
        text: 'A promotion takes something off the goods, or makes delivery free, for a code or automatically.',
      }}
      emptyFiltered={{ title: 'No promotions found', text: 'Adjust the filters to see more.' }}
      failure="The promotions could not be loaded"
      details={{
        param: 'promotion',
        add: 'Add promotion',
        render: (id, close) => <PromotionDialog id={id === newId ? null : id} onEnd={end} onClose={close} />,
      }}
    />
  )
}
