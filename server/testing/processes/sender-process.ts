/**
 * A separate process that sends queued emails until there are none: `sender-process.ts <dataDir> <SMTP URL> <minutes by which
 * its clock is ahead>`.
 */
import { MINUTE } from '#shared/lib/durations.ts'
import { emails, refusedAddresses } from '#server/modules/notifications/emails/collection.ts'
import { createRefusals } from '#server/modules/notifications/emails/sending/refusals.ts'
import { createSender } from '#server/modules/notifications/emails/sending/sender.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import { allOf } from '#server/store/all-of.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { messageOf, userOf } from '#server/testing/fixtures/sender-fixture.ts'

const [dataDir = '', url = '', minutes = '0'] = process.argv.slice(2)
const clock = () => Date.now() + Number(minutes) * MINUTE
const store = openSqliteStore({
  dataDir,
  secret: 'a secret of the test',
  collections: [emails, refusedAddresses],
})
const mailer = createSmtpMailer({ url, from: { name: 'Guildhall', address: 'hello@guildhall.test' }, clock })
const { sendDue } = createSender({
  addressOfGuest: async () => undefined,
  store,
  clock,
  newId: () => `${process.pid}`,
  logger: { warn: () => {}, error: () => {} },
  mailer,
  identity: { lookupUsers: async (uids) => new Map(uids.map((uid) => [uid, userOf(uid)])) },
  refusals: createRefusals({ store, clock }),
  compose: async (email, address) => messageOf(email, address),
})

const isQueued = async () => (await allOf(store, emails, {})).some(({ state }) => state === 'queued')
while (await isQueued()) await sendDue()
mailer.close()
await store.close()
process.exit()
