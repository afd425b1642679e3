import { useSearchParams } from '@shop/router'
import { Button, chakra, Icon, LinkButton, onDemand } from '@shop/ui'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import * as v from 'valibot'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { choiceParam, textParam, useUrlState } from '../../kit/url-state'
import { mailListQuery, mailStates, maxCounted, type MailPage, type MailState } from './list-mail'
import { mailColumns } from './mail-columns'
import { RetryAll } from './retry-all'

const MailDialog = onDemand(async () => (await import('./mail-dialog')).MailDialog, 'The email')

const params = v.object({
  state: choiceParam(mailStates, 'failed'),
  q: textParam(254),
  after: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f-]{36})?$/i)), ''),
})
const columns = { failed: mailColumns('failed'), waiting: mailColumns('waiting'), sent: mailColumns('sent') }

const labels: Readonly<Record<MailState, string>> = { failed: 'Failed', waiting: 'Waiting', sent: 'Sent' }
const empty: Readonly<Record<MailState, { title: string; text: string }>> = {
  failed: { title: 'No email has failed', text: 'An email is tried eight times before it is listed here.' },
  waiting: { title: 'No email is waiting', text: 'Emails are sent within a minute.' },
  sent: { title: 'No email was sent yet', text: 'Every email that the shop sends is listed here.' },
}

const count = (number: number) =>
  number > maxCounted ? `more than ${maxCounted.toLocaleString('en-GB')}` : number.toLocaleString('en-GB')
const labelsFor = (page: MailPage | undefined) =>
  page
    ? {
        ...labels,
        failed: `${labels.failed} (${count(page.failed)})`,
        waiting: `${labels.waiting} (${count(page.waiting)})`,
      }
    : labels

/** What the shop sends by email: what failed, what is waiting and what was sent. */
export function Component() {
  const [{ state: shown }] = useUrlState(params)
  return (
    <ListScreen
      title="Email"
      label="Emails"
      params={params}
      query={({ state, filter }) => mailListQuery(state.state, filter.q ?? '', state.after)}
      text={({ data }) => (data ? `${count(data.failed)} failed, ${count(data.waiting)} waiting` : 'Loading')}
      staleMs={0}
      columns={columns[shown]}
      search={{ label: 'Search by address', maxLength: 254 }}
      filters={({ data }) => [{ name: 'state', label: 'State', options: labelsFor(data) }]}
      aside={({ isFetching, refetch }) => (
        <Button variant="quiet" busy={isFetching} busyLabel="Refreshing..." onClick={refetch}>
          <Icon as={RefreshCw} size="s" />
          Refresh
        </Button>
      )}
      above={({ data, state }) => state.state === 'failed' && <RetryAll failed={data?.failed ?? 0} />}
      footer={({ data, state }) => data && <Pages after={state.after} page={data} />}
      empty={({ state, filter }) =>
        filter.q
          ? {
              title: 'No emails found',
              text: 'Search matches the start of an address, in the chosen state.',
            }
          : empty[state.state]
      }
      failure="The emails could not be loaded"
      details={{ param: 'email', render: (id, close) => <MailDialog id={id} onClose={close} /> }}
    />
  )
}

/** The ways to older emails and back to the first ones. */
function Pages({ after, page }: { after: string; page: MailPage }) {
  const [search] = useSearchParams()
  if (!after && !page.more) return null
  const from = (id: string | undefined) => {
    const next = new URLSearchParams(search)
    if (id) next.set('after', id)
    else next.delete('after')
    return { search: next.toString() }
  }
  return (
    <chakra.nav aria-label="Pages" display="flex" justifyContent="center" gap=".6rem">
      {after && (
        <LinkButton variant="quiet" to={from(undefined)}>
          Back to the first
        </LinkButton>
      )}
      {page.more && (
        <LinkButton variant="quiet" to={from(page.rows.at(-1)?.id)}>
          Next
        </LinkButton>
      )}
    </chakra.nav>
  )
}
