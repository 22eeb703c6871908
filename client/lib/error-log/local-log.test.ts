import { expect, test } from 'vitest'

import { openRecorder } from '#client/testing/open-recorder.ts'

const STORED = ['null', '[null]', '{"a":1}', '[1,"x",[],{"id":2}]', '"text"', '{', '']

test.each(STORED)('an error is logged although the browser has %s as its log', (text) => {
  const { record, entries, localLog, storage } = openRecorder()
  storage.write('errorLog', text)
  record(new Error('Kept'), { type: 'error' })
  localLog.save()

  expect(entries()).toMatchObject([{ message: 'Kept' }])
  expect(JSON.parse(storage.read('errorLog') ?? '')).toMatchObject([{ message: 'Kept' }])
})

test.each([...STORED, '{"rate":"many","full_storage":2}'])('counts survive %s in the browser', (text) => {
  const { dropped, storage } = openRecorder()
  storage.write('dropped', text)
  dropped.add({ rate: 1 })

  expect(dropped.read()).toMatchObject({ rate: 1 })
})
