import { expect, test } from 'vitest'

import { sources } from '#server/tools/source-texts.ts'
import { read } from '#server/testing/deployment/deployment.ts'

/** Code of production: commands of operators and the build are left out. */
const production = sources()
  .filter((file) => !/^server\/(tasks|demo|deploy)\/|^client\/build\/|\.config\.ts$/.test(file))
  .map((file) => ({ file, code: read(file) }))
const writing = (pattern: RegExp) =>
  production.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

test.each([
  // Scheduled backups run in a process of their own, without a shell; the name of the file is ours.
  ['starts a program', /['"](node:)?child_process['"]/, ['server/main.ts']],
  ['makes code from text', /\beval\(|\bnew Function\b|['"](node:)?vm['"]/, []],
  [
    'makes HTML from text, except what the server has sanitised',
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|srcDoc|document\.write)\b/,
    ['client/modules/community/landing/Landing.tsx', 'client/ui/markdown/SanitisedHtml.tsx'],
  ],
  ['makes objects from bytes', /\bdeserialize\(/, []],
] as const)('no code that serves requests or runs in browsers %s', (_what, pattern, exceptions) => {
  expect(production.length).toBeGreaterThan(500)
  expect(writing(pattern)).toEqual(exceptions)
})

test('hashes are SHA-256, and ciphers AES-256-GCM', () => {
  const names = production.flatMap(({ code }) =>
    [...code.matchAll(/\b(?:hash|createHash|createHmac|hkdfSync|create(?:C|Dec)ipheriv)\(\s*'([^']+)'/g)].map(
      ([, name]) => name!,
    ),
  )
  expect(names.length).toBeGreaterThan(20)
  expect([...new Set(names)].toSorted()).toEqual(['aes-256-gcm', 'sha256'])
})

test('Math.random decides delays, and when a session cookie ends within its last minutes', () => {
  expect(writing(/\bMath\.random\b/)).toEqual([
    'client/lib/error-log/error-log.ts',
    'client/modules/notifications/in-app/live.ts',
    'server/modules/accounts/sessions/service.ts',
    'server/modules/notifications/in-app/streams.ts',
    'server/store/firestore/feed/stream.ts',
    'server/store/firestore/locks.ts',
    'server/store/firestore/transaction.ts',
    'server/store/sqlite/commits.ts',
    'server/store/sqlite/transaction.ts',
  ])
})
