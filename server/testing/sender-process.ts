/**
 * A separate process that sends queued emails until there are none: `sender-process.ts <dataDir> <SMTP URL> <minutes by which
 * its clock is ahead>`.
 */
import { emails, refusedAddresses } from '#server/features/emails/collection.ts'
import { createRefusals } from '#server/features/emails/refusals.ts'
import { createSender } from '#server/features/emails/sender.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import { allOf } from '#server/lib/all-of.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { messageOf, userOf } from './sender-fixture.ts'

const [dataDir = '', url = '', minutes = '0'] = process.argv.slice(2)
const clock = () => Date.now() + Number(minutes) * 60_000
const store = openSqliteStore({
  dataDir,
  secret: 'a secret of the test',
  collections: [emails, refusedAddresses],
})
const mailer = createSmtpMailer({ url, from: { name: 'Guildhall', address: 'hello@guildhall.test' }, clock })
const { sendDue } = createSender({
  store,
  clock,
  newId: () => `${process.pid}`,
  log: { warn: () => {}, error: () => {} },
  mailer,
  lookupUsers: async (uids) => new Map(uids.map((uid) => [uid, userOf(uid)])),
  refusals: createRefusals({ store, clock }),
  compose: async (email, address) => messageOf(email, address),
})

const isQueued = async () => (await allOf(store, emails, {})).some(({ state }) => state === 'queued')
while (await isQueued()) await sendDue()
mailer.close()
await store.close()
process.exit()
