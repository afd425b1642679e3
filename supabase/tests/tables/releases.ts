import { everybody, nobody, readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const needs = { read: 'releases' } as const
const readByAll = { select: everybody, insert: nobody, update: nobody, delete: nobody }

/** SQL of the sets and events that the fixtures hold beside what migrations bring. */
const set = "insert into release_sets (id, members) values ('00000000000a', '{}') on conflict do nothing"
const release = (version: string): string =>
  `insert into releases (name, version, record, recorded_by) values ('shell', '${version}', '{}', 'test')`
const event = "insert into release_events (actor, what, to_set) values ('test', 'promote', '00000000000a')"

export const remotes: TableDeclaration = {
  policies: { forSignedIn: ['Staff read who owns which paths'] },
  reach: readByStaff,
  needs,
  rows: {
    ...plain,
    key: 'name',
    change: "owner = 'mine'",
    insert: { row: () => "insert into remotes (name, owner) values ('mf-forged', 'mine')" },
    before: { delete: 'delete from releases' },
  },
  attack: {
    key: 'name',
    row: 'mf-catalog',
    forged: '{"name":"mf-forged","owner":"x","mounts":["/checkout"]}',
    change: '{"mounts":["/forged"]}',
  },
}

export const releases: TableDeclaration = {
  policies: { forSignedIn: ['Staff read releases'] },
  reach: readByStaff,
  needs,
  rows: {
    ...plain,
    key: 'version',
    change: "record = '{}'",
    insert: { row: () => release('forged') },
  },
  fixtures: { beforeOrders: release('aaa') },
  attack: {
    key: 'version',
    row: 'aaa',
    forged: '{"name":"shell","version":"forged","record":{},"recorded_by":"x"}',
    change: '{"record":{}}',
    seed: () => release('aaa'),
  },
}

export const releaseSets: TableDeclaration = {
  policies: { forAnyone: ['Anyone reads release sets'] },
  columns: { anon: { select: 'id members made_at left_at' } },
  reach: readByAll,
  rows: {
    ...plain,
    change: "members = '{}'",
    insert: { row: () => "insert into release_sets (id, members) values ('0123456789ab', '{}')" },
    before: { delete: 'delete from release_events' },
  },
  fixtures: { beforeOrders: set },
  attack: {
    row: '00000000000a',
    forged: '{"id":"0123456789ab","members":{"shell":"forged"}}',
    change: '{"members":{"shell":"forged"}}',
    seed: () => set,
  },
}

export const releaseState: TableDeclaration = {
  policies: { forAnyone: ['Anyone sees which release set is live'] },
  columns: { anon: { select: 'id live last_good withdrawn event revision changed_at' } },
  reach: readByAll,
  rows: {
    ...plain,
    change: 'revision = 7',
    insert: {
      row: () => 'insert into release_state (id) values (true) on conflict (id) do update set revision = 2',
    },
  },
  attack: { row: 'true', forged: '{"revision":1}', change: '{"live":null,"revision":999999}' },
}

export const releaseEvents: TableDeclaration = {
  policies: { forSignedIn: ['Staff read the history of releases'] },
  reach: readByStaff,
  needs,
  rows: {
    ...plain,
    change: "why = 'x'",
    insert: { row: () => event },
  },
  fixtures: { afterOrders: event },
  attack: {
    row: '1',
    forged: '{"actor":"x","what":"promote","to_set":"00000000000a"}',
    change: '{"actor":"x"}',
    seed: () => `${set}; ${event}`,
  },
}
