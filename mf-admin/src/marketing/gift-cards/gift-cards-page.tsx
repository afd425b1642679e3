import { onDemand } from '@shop/ui'
import * as v from 'valibot'
import { countOf } from '../../kit/list-page'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { choiceParam, pageParam, textParam } from '../../kit/url-state'
import { giftCardColumns } from './gift-card-columns'
import { stateLabels, states } from './gift-card-states'
import { giftCardListQuery } from './list-gift-cards'
import { searchedText } from './searched-text'

const GiftCardDialog = onDemand(
  async () => (await import('./gift-card-dialog')).GiftCardDialog,
  'The gift card',
)
const IssueDialog = onDemand(async () => (await import('./issue-dialog')).IssueDialog, 'The gift card')

const params = v.object({ q: textParam(40), state: choiceParam(['', ...states], ''), page: pageParam() })

/** The gift cards, newest first, and the ledger of the one that the URL names. */
export function Component() {
  return (
    <ListScreen
      title="Gift Cards"
      label="Gift cards"
      params={params}
      query={({ filter, state }) => giftCardListQuery(filter, state.page)}
      text={({ data }) => countOf(data, 'gift card')}
      columns={giftCardColumns}
      search={{
        label: 'Last four characters or order number',
        maxLength: 40,
        chip: 'Search',
        textOf: searchedText,
      }}
      filters={() => [{ name: 'state', label: 'State', options: { '': 'Any state', ...stateLabels } }]}
      empty={{
        title: 'No gift cards yet',
        text: 'Cards that shoppers buy and that you issue are listed here.',
      }}
      emptyFiltered={{
        title: 'No gift cards found',
        text: 'Adjust the search or the filter to see more.',
      }}
      failure="The gift cards could not be loaded"
      details={{
        param: 'card',
        add: 'Issue gift card',
        render: (id, close) =>
          id === newId ? <IssueDialog onClose={close} /> : <GiftCardDialog id={id} onClose={close} />,
      }}
    />
  )
}
