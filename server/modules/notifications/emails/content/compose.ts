import { language } from '#shared/lib/language/current.ts'
import * as m from '#shared/notifications/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import { ACCOUNT_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { isNotification, type NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import { sentenceOf } from '#server/modules/notifications/topics/topics.ts'
import type { NotificationService } from '#server/modules/notifications/in-app/service.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { inLanguage } from '#server/lib/language.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'
import type { Message } from '#server/mail/port.ts'
import { type EmailDocument, emails } from '#server/modules/notifications/emails/collection.ts'
import { WHY_ADDRESSED } from '#server/modules/notifications/emails/explicit-recipient.ts'
import { lettersOf, type Unsubscribe } from '#server/modules/notifications/emails/unsubscribe.ts'

import { isGuestTopic } from '#server/modules/notifications/topics/guests.ts'

import { formerAddressContent } from './former-address.ts'
import { byChapter, digestContent } from './digest.ts'
import { eventEmail, isAboutEvent } from './event-emails.ts'
import { guestEmail, guestInvitationContent } from './guests.ts'
import { invitationContent } from './invitations.ts'
import { isAboutMeeting, meetingEmail } from './meeting-emails.ts'
import { emailOf } from './people-emails.ts'
import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'
import { type EmailContent, type EmailText, renderEmail, subjectLine } from './template.ts'
import { signInCodeContent } from './sign-in-codes.ts'
import { verificationContent } from './verification.ts'

export interface ComposeDeps extends SubjectDeps {
  config: Platform['config']
  store: Pick<Store, 'getMany'>
  clock: Clock
  community: Community
  accounts: Accounts
  notifications: NotificationService
  preferences: PreferenceService
  unsubscribe: Unsubscribe
}

/** Milliseconds. Older emails are dropped. */
const MAX_EMAIL_AGE = 5 * DAY
const MAX_DIGEST_AGE = 8 * DAY

const whyAlways = (topic: NotificationTopic) =>
  ACCOUNT_TOPICS.includes(topic) ? m.footMembership() : m.footAlways()

/** Composes emails with the state at the time of sending, as their reader may see it. */
export function createCompose(deps: ComposeDeps) {
  const {
    config,
    store,
    clock,
    community,
    chapters,
    people,
    accounts,
    notifications,
    preferences,
    unsubscribe,
  } = deps
  const [origin] = config.origins
  const product = config.client.PRODUCT_NAME
  const domain = new URL(origin).hostname

  /** @returns undefined when it is obsolete, or the reader may no longer see it */
  async function contentOf(
    cause: Cause,
    reader: Reader,
    maxAge = MAX_EMAIL_AGE,
  ): Promise<EmailContent | undefined> {
    const { topic, actor, data, at } = cause
    const now = clock()
    if (now - Date.parse(at) > maxAge) return undefined
    const [by] = actor === undefined ? [] : await people.members.cards(reader.actor.id, [actor])
    if (actor !== undefined && !by && !TOPIC_SETTINGS[topic].despiteBlocks) return undefined
    const sentence = sentenceOf(topic, { name: by?.displayName ?? m.someone(), data })
    const composing = { deps, sentence, now }
    if (isAboutEvent(cause)) return eventEmail(cause, reader, composing)
    if (isAboutMeeting(cause)) return meetingEmail(cause, reader, composing)
    return emailOf(topic)(cause, reader, composing)
  }

  async function readerOf(id: string, topic: EmailDocument['topic']): Promise<Reader | undefined> {
    const state = (await people.members.accountStates())(id)
    const isForAll = topic === 'emailChanged' || ACCOUNT_TOPICS.some((each) => each === topic)
    if (state !== 'active' && !(isForAll && state === 'inactive')) return undefined
    const member = await visible(people.members.ownProfile({ id }))
    if (!member) return undefined
    const { email, role, displayName, timeZone } = member
    return { actor: { id, email, role, sessionHash: '' }, displayName, timeZone }
  }

  /**
   * Excludes notifications that were read in the app, obsolete ones, and those that the member no longer wants by
   * email.
   */
  async function digestOf({ items = [], at }: EmailDocument, reader: Reader) {
    const [stored, read] = await Promise.all([emailsOf(items), notifications.readAmong(items)])
    const found: Parameters<typeof byChapter>[0][number][] = []
    for (const { id, topic, subject, ...email } of stored) {
      if (!isNotification(topic) || !subject || read.has(id)) continue
      const deliveries = await preferences.deliveriesOf(topic, [reader.actor.id])
      if (!deliveries.get(reader.actor.id)?.email) continue
      const content = await contentOf({ ...email, topic, subject }, reader, MAX_DIGEST_AGE)
      if (!content) continue
      const text = [content.subject, content.when].filter(Boolean).join(', ')
      found.push({ text, path: content.action.path, chapters: content.chapters })
    }
    if (found.length === 0) return undefined
    const hasChapters = found.some(({ chapters: hosts = [] }) => hosts.length > 0)
    const own = new Set(hasChapters ? await chapters.chapters.ownIds(reader.actor.id) : [])
    return digestContent(byChapter(found, own), { at, timeZone: reader.timeZone })
  }

  async function emailsOf(ids: readonly string[]) {
    const stored = ids.length > 0 ? await store.getMany(emails, ids) : []
    return stored.filter((email) => email !== undefined)
  }

  function footerOf({ topic, data }: Pick<EmailDocument, 'topic' | 'data'>, memberId: string | undefined) {
    if (!isNotification(topic) && topic !== 'digest') return { because: WHY_ADDRESSED[topic]() }
    if (memberId === undefined) return { because: m.footGuest() }
    if (topic !== 'digest' && TOPIC_SETTINGS[topic].always) return { because: whyAlways(topic) }
    const link = unsubscribe.url(topic, memberId)
    if (topic === 'digest')
      return { because: m.footDigest(), unsubscribe: { label: m.footStopDigest(), ...link } }
    const { chapter = '', chapterId = '' } = data
    if (topic === 'chapterLetter')
      return {
        because: m.footLetter({ chapter }),
        unsubscribe: {
          label: m.footStopLetters({ chapter }),
          ...unsubscribe.url(lettersOf(chapterId), memberId),
        },
      }
    const label = TOPIC_SETTINGS[topic].label()
    return {
      because: m.footTopic({ topic: label }),
      unsubscribe: { label: m.footStopTopic({ topic: label }), ...link },
    }
  }

  /** The message in the one template, with headers for programs. */
  async function messageOf(
    { id, topic, data }: Pick<EmailDocument, 'id' | 'topic' | 'data'>,
    { actor, displayName }: Pick<Reader, 'displayName'> & { actor?: Actor },
    address: string,
    content: EmailText,
  ): Promise<Message> {
    const { because, unsubscribe: link } = footerOf({ topic, data }, actor?.id)
    const { text, html } = renderEmail(content, {
      product,
      accent: (await community.settings.current('accent')).value,
      origin,
      because,
      isMember: actor !== undefined,
      unsubscribe: link && { label: link.label, url: link.page },
    })
    return {
      id: `${id}@${domain}`,
      to: { name: oneLine(displayName), address },
      subject: subjectLine(content),
      text,
      html,
      headers: {
        'Content-Language': language(),
        // Prevents automatic replies (RFC 3834); the second header is for Exchange.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(link && {
          'List-Unsubscribe': `<${link.oneClick}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      calendar: content.calendar,
    }
  }

  /** @returns a short reason when there is no message */
  async function composed(email: EmailDocument, address: string): Promise<Message | { dropped: string }> {
    const { member, topic, data } = email
    if (topic === 'invitation') {
      const invitation = await accounts.invitations.sender.toSend(member, email.at)
      if (!invitation) return { dropped: 'obsolete' }
      const event = await deps.attendance.invitations.eventOfAddress(member)
      const { organisation } = (await community.publicSettings()).page
      const guest = data['guest']
      const met = guest === undefined ? undefined : await deps.attendance.guests.ending.peopleMet(guest)
      const content = invitationContent(invitation, { product, organisation, event, met })
      return messageOf(email, invitation, address, content)
    }
    if (topic === 'verification') {
      const path = await accounts.sessions.verification.newLink(member, address)
      if (path === undefined) return { dropped: 'obsolete' }
      return messageOf(email, { displayName: '' }, address, verificationContent(path, product))
    }
    if (topic === 'signInCode') {
      const pending = await accounts.signInCodes.toSend(member)
      if (!pending) return { dropped: 'obsolete' }
      return messageOf(email, { displayName: '' }, address, signInCodeContent(pending.code, product))
    }
    if (topic === 'guestInvitation' || isGuestId(member)) return composedForGuest(email, address)
    const reader = await readerOf(member, topic)
    if (!reader) return { dropped: 'notActive' }
    if (topic === 'emailChanged') {
      const content = formerAddressContent(email, { product, timeZone: reader.timeZone })
      return messageOf(email, reader, address, content)
    }
    if (topic === 'digest') {
      const content = await digestOf(email, reader)
      return content ? messageOf(email, reader, address, content) : { dropped: 'nothingNew' }
    }
    const deliveries = await preferences.deliveriesOf(topic, [member])
    if (!deliveries.get(member)?.email) return { dropped: 'notWanted' }
    const { subject } = email
    const content = subject && (await contentOf({ ...email, topic, subject }, reader))
    return content ? messageOf(email, reader, address, content) : { dropped: 'obsolete' }
  }

  async function composedForGuest(
    email: EmailDocument,
    address: string,
  ): Promise<Message | { dropped: string }> {
    const { member, topic, subject, data } = email
    const mail = await deps.attendance.guests.mail.toSend(member)
    if (!mail) return { dropped: 'obsolete' }
    if (topic === 'guestInvitation')
      return messageOf(email, { displayName: mail.name }, address, guestInvitationContent(mail, product))
    if (!isNotification(topic) || !isGuestTopic(topic) || !subject) return { dropped: 'notWanted' }
    const by = email.actor === undefined ? undefined : await people.members.nameOf(email.actor)
    const sentence = sentenceOf(topic, { name: by ?? m.someone(), data })
    const content = await guestEmail({ ...email, topic, subject }, mail, { deps, sentence, now: clock() })
    return content ? messageOf(email, { displayName: mail.name }, address, content) : { dropped: 'obsolete' }
  }

  async function languageOf({ member, data }: EmailDocument) {
    const wanted = data['language'] ?? (await languageOfGuest(member))
    const requestedIn = config.languages.find((each) => each === wanted)
    return requestedIn ?? (await accounts.languages.languageOf(member))
  }

  const languageOfGuest = async (member: string) =>
    isGuestId(member) ? (await deps.attendance.guests.mail.recipient(member))?.language : undefined

  return {
    /**
     * Composed in the language that the recipient has now, or in which they requested it. Recipients who are not
     * members, such as invited people, get the community's default, and guests the language of their booking.
     */
    async compose(email: EmailDocument, address: string) {
      return inLanguage(await languageOf(email), () => composed(email, address))
    },
  }
}
