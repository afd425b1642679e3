import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { confirmedUser, withSession } from './person-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const one = async <T>(by: Visitor, call: string): Promise<T | undefined> =>
  (await as(sql, by, (tx) => tx.unsafe<{ response: T }[]>(`select ${call} as response`)))[0]?.response
interface Profile {
  first_name: string
  phone: string
  consent: { given: boolean; words: string } | null
}
const addAddress = async (by: Visitor, customer: string, line: string) =>
  String(
    (
      await as(
        sql,
        by,
        (
          tx,
        ) => tx`insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
          values (${customer}, 'Ada', 'Lane', ${line}, 'Leeds', 'LS1 4AP') returning id`,
      )
    )[0]?.id,
  )
const defaults = (customer: string) =>
  sql`select address_line_1 as line from addresses where customer_id = ${customer} and is_default`

test('a name is the same wherever it is kept', async () => {
  const { visitor, user } = await confirmedUser(sql)
  await one(visitor, "save_profile(' Ada ', 'Lane', '07700 900123')")
  expect(await one<Profile>(visitor, 'my_profile()')).toMatchObject({
    first_name: 'Ada',
    phone: '07700 900123',
  })
  const [row] = await sql`
    select raw_user_meta_data ->> 'first_name' as provider, (select first_name from profiles where id = ${user}) as profile
    from auth.users where id = ${user}`
  expect(row).toEqual({ provider: 'Ada', profile: 'Ada' })
  expect(await rejection(one(visitor, "save_profile('Ada', '', 'ring me')"))).toMatchObject({ hint: 'phone' })
})

test('consent is kept with its words, which are those of the page and no others', async () => {
  const { visitor, customer } = await confirmedUser(sql)
  const words = await wordsOf()
  const page = readFileSync(new URL('../../mf-account/src/profile/consent-words.ts', import.meta.url), 'utf8')
  expect(page).toContain(`'${words}'`)
  expect((await rejection(one(visitor, "set_marketing_consent(true, 'Anything')"))).hint).toBe(
    'words_changed',
  )
  await one(visitor, `set_marketing_consent(true, '${words}')`)
  await one(visitor, `set_marketing_consent(true, '${words}')`)
  expect((await one<Profile>(visitor, 'my_profile()'))?.consent).toMatchObject({ given: true, words })
  await one(visitor, "set_marketing_consent(false, '')")
  expect((await one<Profile>(visitor, 'my_profile()'))?.consent).toMatchObject({ given: false, words: '' })
  expect(
    await sql`select given from private.marketing_consents where customer_id = ${customer} order by id`,
  ).toEqual([{ given: true }, { given: false }])
})
const wordsOf = async () => String((await sql`select private.marketing_words() as words`)[0]?.words)

test('one address is the default: the first, the chosen one, or else the newest', async () => {
  const { visitor, customer } = await confirmedUser(sql)
  await addAddress(visitor, customer, '1 First Road')
  const second = await addAddress(visitor, customer, '2 Second Road')
  await addAddress(visitor, customer, '3 Third Road')
  expect(await defaults(customer)).toEqual([{ line: '1 First Road' }])
  await one(visitor, `choose_default_address('${second}')`)
  expect(await defaults(customer)).toEqual([{ line: '2 Second Road' }])
  await as(sql, visitor, (tx) => tx`delete from addresses where id = ${second}`)
  expect(await defaults(customer)).toEqual([{ line: '3 Third Road' }])
})

test('nobody reaches the addresses, devices or profile of another by their ids', async () => {
  const owner = await confirmedUser(sql)
  const address = await addAddress(owner.visitor, owner.customer, '1 First Road')
  const device = await withSession(sql, owner.visitor)
  const stranger = await withSession(sql, (await confirmedUser(sql)).visitor)
  // As for one that does not exist.
  const unknown = await rejection(
    one(stranger, "choose_default_address('00000000-0000-4000-8000-000000000000')"),
  )
  expect(await rejection(one(stranger, `choose_default_address('${address}')`))).toEqual(unknown)
  await one(stranger, `end_session('${device.session ?? ''}')`)
  expect(await sql`select id from auth.sessions where id = ${device.session ?? ''}`).toHaveLength(1)
  const seen = await one<{ id: string; is_current: boolean }[]>(stranger, 'my_sessions()')
  expect(seen?.map(({ id, is_current: isCurrent }) => [id, isCurrent])).toEqual([[stranger.session, true]])
  for (const call of ['my_profile()', 'export_my_data()', 'my_sessions()'])
    expect(JSON.stringify(await one(stranger, call))).not.toContain(owner.email)
  await one(device, `end_session('${device.session ?? ''}')`)
  expect(await sql`select id from auth.sessions where id = ${device.session ?? ''}`).toHaveLength(0)
})
