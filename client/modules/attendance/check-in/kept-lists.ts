import { decrypt, deleteKey, encrypt } from '#client/lib/storage/encryption.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { parseStored } from '#client/lib/storage/storage.ts'
import { isCount, isInstant, isText, listOf, optional, shape } from '#client/lib/storage/stored-shapes.ts'
import { DAY } from '#shared/lib/durations.ts'

import type { Attendee } from './attendees.ts'
import { createKept } from './kept.ts'
import type { CheckInListItem } from './queries.ts'

/** A check-in list that this browser has loaded, for a page that is reloaded without a connection. */
export interface KeptCheckInList {
  eventId: string
  title: string
  endsAt: string
  /** Id of the person who checks in. */
  uid: string
  /** When the list was loaded. */
  updatedAt: string
  attendees: KeptAttendee[]
}

export interface KeptAttendee extends Attendee {
  member: { id: string; displayName: string; company?: string | undefined }
  tables?: number[] | undefined
}

const isAttendee = shape<KeptAttendee>({
  member: shape<KeptAttendee['member']>({ id: isText, displayName: isText, company: optional(isText) }),
  guests: isCount,
  checkedInAt: optional(isInstant),
  tables: optional(listOf(isCount)),
})

const isKept = shape<KeptCheckInList>({
  eventId: isText,
  title: isText,
  endsAt: isInstant,
  uid: isText,
  updatedAt: isInstant,
  attendees: listOf(isAttendee),
})

interface EncryptedList {
  eventId: string
  endsAt: string
  list: string
}

const isEncrypted = shape<EncryptedList>({ eventId: isText, endsAt: isInstant, list: isText })

/** Lists as they are stored. */
export const encryptedLists = createKept(
  'checkInList.',
  isEncrypted,
  ({ endsAt }) => Date.parse(endsAt) + DAY,
)

/** The list to keep of each event, because encryption takes a moment in which another one may come. */
const latest = new Map<string, KeptCheckInList>()

const contextOf = (email: string | undefined, eventId: string) => JSON.stringify([email, eventId])

export const checkInLists = {
  async keep(list: KeptCheckInList) {
    const { eventId, endsAt } = list
    const email = rememberedUser()
    latest.set(eventId, list)
    const encrypted = await encrypt(JSON.stringify(list), contextOf(email, eventId))
    if (encrypted === undefined || latest.get(eventId) !== list || rememberedUser() !== email) return
    encryptedLists.keep(eventId, { eventId, endsAt, list: encrypted })
  },
  forget(eventId: string) {
    latest.delete(eventId)
    encryptedLists.forget(eventId)
  },
  /** Lists of the signed-in person that this browser can still decrypt. */
  async read(now: number): Promise<KeptCheckInList[]> {
    const email = rememberedUser()
    const lists = await Promise.all(
      encryptedLists.read(now).map(({ eventId, list }) => decrypt(list, contextOf(email, eventId))),
    )
    return lists.flatMap((text) => parseStored(text ?? null, isKept) ?? [])
  },
  /** Called at the sign-out. */
  async forgetAll() {
    latest.clear()
    encryptedLists.forgetAll()
    await deleteKey()
  },
}

/** The part that finds a person at the entrance. Never photos, answers, or hashes of codes. */
export const attendeeToKeep = ({ member, guests, checkedInAt, tables }: CheckInListItem): KeptAttendee => ({
  member: { id: member.id, displayName: member.displayName, company: member.company },
  guests,
  checkedInAt,
  tables,
})
