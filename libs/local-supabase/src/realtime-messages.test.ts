import { expect, it } from 'vitest'
import { readJoin, readMessage, writeMessage } from './realtime-messages'

it('reads and writes both serializers of the client', () => {
  const array = '["1","2","realtime:x","heartbeat",{}]'
  const object = '{"join_ref":"1","ref":"2","topic":"realtime:x","event":"heartbeat","payload":{}}'
  const message = { joinRef: '1', ref: '2', topic: 'realtime:x', event: 'heartbeat', payload: {} }
  expect(readMessage(array)).toEqual(message)
  expect(readMessage(object)).toEqual(message)
  expect(JSON.parse(writeMessage(message, '2.0.0'))).toEqual(JSON.parse(array))
  expect(JSON.parse(writeMessage(message, '1.0.0'))).toEqual(JSON.parse(object))
})

it('takes no notice of what is neither', () => {
  for (const frame of ['', '{', '[]', 'null', '{"topic":1}']) expect(readMessage(frame)).toBeUndefined()
})

it('rejects a malformed join', () => {
  expect(readJoin({ config: { postgres_changes: [{ event: 'DROP' }] } })).toBeUndefined()
  expect(readJoin({ config: {} })).toEqual({ subscriptions: [], token: undefined })
})
