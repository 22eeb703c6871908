import { expect, test } from 'vitest'

import { attachment } from './attachment.ts'

test.for([
  ['Breakfast', 'filename="Breakfast.ics"', "filename*=UTF-8''Breakfast.ics"],
  ['Café 日本', 'filename="Cafe _.ics"', "filename*=UTF-8''Caf%C3%A9%20%E6%97%A5%E6%9C%AC.ics"],
  ["it's (50%)", `filename="it's (50%).ics"`, "filename*=UTF-8''it%27s%20%2850%25%29.ics"],
  ['../../etc/"x"\r\nset-cookie: a', 'filename=".. .. etc x set-cookie a.ics"', undefined],
  ['\u202egpj.exe', 'filename="gpj.exe.ics"', "filename*=UTF-8''gpj.exe.ics"],
  ['\n', 'filename="download.ics"', "filename*=UTF-8''download.ics"],
  ['\ud83e', 'filename="_.ics"', "filename*=UTF-8''%EF%BF%BD.ics"],
])('a file named %j gets a valid header', ([name, plain, encoded]) => {
  const header = attachment(name!, 'ics')
  expect(header).toContain(`attachment; ${plain}; `)
  expect(header).toContain(encoded ?? "filename*=UTF-8''")
  expect(header).toMatch(/^[ -~]+$/)
})

test('the longest title makes a valid header', () => {
  expect(attachment('🪴'.repeat(200), 'ics').length).toBeLessThan(2_000)
})
