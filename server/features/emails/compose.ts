import { can } from '#shared/roles.ts'
import type { Accent } from '#shared/accent.ts'
import { notificationPath } from '#shared/notification-paths.ts'
import {
  ACCOUNT_TOPICS,
  isNotification,
  type NotificationTopic,
  TOPIC_SETTINGS,
} from '#shared/notification-topics.ts'
import type { OwnProfile } from '#shared/members.ts'
import type { AccountStates } from '#server/features/connections/types.ts'
import type { InvitationToSend } from '#server/features/invitations/types.ts'
import type { DeliveriesOf } from '#server/features/notification-preferences/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { oneLine } from '#server/lib/plain-text.ts'
import type { Store } from '#server/store/port.ts'
import type { Message } from '#server/mail/port.ts'

import { type EmailDocument, emails } from './collection.ts'
import { digestContent } from './digest.ts'
import { eventEmail, isAboutEvent } from './event-emails.ts'
import { formerAddressContent } from './former-address.ts'
import { WHY_ADDRESSED } from './given-address.ts'
import { introductionEmail } from './introduction-emails.ts'
import { invitationContent } from './invitations.ts'
import { isAboutMeeting, meetingEmail } from './meeting-emails.ts'
import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'
import { type EmailContent, renderEmail, subjectLine } from './template.ts'
import { verificationContent } from './verification.ts'

export interface ComposeDeps extends SubjectDeps {
  store: Pick<Store, 'getMany'>
  clock: Clock
  product: string
  /** Of the community; empty texts stand for the product's own. */
  accent: () => Promise<Accent>
  origin: string
  ownProfile: (member: { id: string }) => Promise<OwnProfile>
  accountStates: AccountStates
  deliveriesOf: DeliveriesOf
  /** Of these notifications, those that were read. At most 500. */
  readAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** What happened, in one sentence. */
  sentenceOf: (topic: NotificationTopic, parts: { name: string; data: Cause['data'] }) => string
  /** Undefined once the invitation is no longer open, or was sent again. @param sentAt ISO instant */
  invitationToSend: (id: string, sentAt: string) => Promise<InvitationToSend | undefined>
  /** Path of a new link; undefined once there is nothing to verify. */
  newVerificationLink: (accountId: string, address: string) => Promise<string | undefined>
  unsubscribeUrl: (
    topic: NotificationTopic | 'digest',
    memberId: string,
  ) => { page: string; oneClick: string }
}

const DAY = 24 * 60 * 60 * 1_000
/** Older than this, nothing is worth an email. */
const WORTH_TELLING = 5 * DAY
const WORTH_A_DIGEST = 8 * DAY

const whyAlways = (topic: NotificationTopic) =>
  ACCOUNT_TOPICS.includes(topic) ? 'About your membership.' : CHANGES_ARE_SENT
const CHANGES_ARE_SENT =
  'You get this because it concerns something you’re part of. Cancellations and changes of time are always sent.'

/** Writes emails as things are when they are sent, and as their reader may see them. */
export function createCompose(deps: ComposeDeps) {
  const {
    store,
    clock,
    product,
    origin,
    ownProfile,
    accountStates,
    deliveriesOf,
    sentenceOf,
    unsubscribeUrl,
    cards,
  } = deps
  const domain = new URL(origin).hostname

  /** @returns undefined when it no longer matters, or the reader may not see it any more */
  async function contentOf(
    cause: Cause,
    reader: Reader,
    worthTelling = WORTH_TELLING,
  ): Promise<EmailContent | undefined> {
    const { topic, actor, data, at } = cause
    const now = clock()
    if (now - Date.parse(at) > worthTelling) return undefined
    const [by] = actor === undefined ? [] : await cards(reader.actor.id, [actor])
    if (actor !== undefined && !by && !TOPIC_SETTINGS[topic].despiteBlocks) return undefined
    const sentence = sentenceOf(topic, { name: by?.displayName ?? 'Someone', data })
    if (isAboutEvent(cause)) return eventEmail(cause, reader, { deps, sentence, now })
    if (isAboutMeeting(cause)) return meetingEmail(cause, reader, { deps, sentence, now })
    if (topic === 'introduction') return introductionEmail(cause, reader, { deps, sentence })
    return personEmail(cause, reader, sentence)
  }

  async function personEmail(
    { topic, actor = '', subject, data }: Cause,
    reader: Reader,
    sentence: string,
  ): Promise<EmailContent | undefined> {
    const { id } = subject
    const simple = (label: string, paragraphs: string[] = []): EmailContent => ({
      subject: sentence.replace(/\.$/, ''),
      heading: sentence.replace(/\.$/, ''),
      paragraphs,
      action: { label, path: notificationPath(subject) },
    })
    if (topic === 'prestigeChanged') return simple('See your prestige')
    if (ACCOUNT_TOPICS.includes(topic)) return simple('Open your dashboard')
    const isAdmin = can(reader.actor.role, 'administer')
    if (topic === 'clientErrorRegressed') return isAdmin ? simple('See the error') : undefined
    if (topic === 'reportReceived') return isAdmin ? simple('See the report') : undefined
    if (topic === 'consentRequested') return isAdmin ? simple('See the request') : undefined
    if (topic === 'reportDecided') return simple('See what was decided')
    if (topic === 'contentHidden' || topic === 'warning')
      return simple('See the details', data['text'] ? [`“${data['text']}”`] : [])
    if (topic === 'memberAwaitsApproval')
      return isAdmin && (await accountStates())(id) === 'inactive' ? simple('See the request') : undefined
    const relationship = await visible(deps.relationship(reader.actor.id, actor))
    if (topic === 'connectionRequest') {
      if (relationship?.state !== 'requestReceived') return undefined
      const { note } = relationship
      return simple('Answer the request', note ? [`“${note}”`] : [])
    }
    return relationship?.state === 'connected'
      ? simple('See the connection', ['A good moment to propose a growth meeting.'])
      : undefined
  }

  async function readerOf(id: string, topic: EmailDocument['topic']): Promise<Reader | undefined> {
    const state = (await accountStates())(id)
    const isForAll = topic === 'emailChanged' || ACCOUNT_TOPICS.some((each) => each === topic)
    if (state !== 'active' && !(isForAll && state === 'inactive')) return undefined
    const member = await visible(ownProfile({ id }))
    if (!member) return undefined
    const { email, role, displayName, timeZone } = member
    return { actor: { id, email, role, sessionHash: '' }, displayName, timeZone }
  }

  /** Without what has been read in the app, what no longer matters and what the member no longer wants by email. */
  async function digestOf({ items = [], at }: EmailDocument, reader: Reader) {
    const [stored, read] = await Promise.all([emailsOf(items), deps.readAmong(items)])
    const found: { text: string; path: string }[] = []
    for (const { id, topic, subject, ...email } of stored) {
      if (!isNotification(topic) || !subject || read.has(id)) continue
      const deliveries = await deliveriesOf(topic, [reader.actor.id])
      if (!deliveries.get(reader.actor.id)?.email) continue
      const content = await contentOf({ ...email, topic, subject }, reader, WORTH_A_DIGEST)
      if (!content) continue
      const text = [content.subject, content.when].filter(Boolean).join(', ')
      found.push({ text, path: content.action.path })
    }
    return found.length > 0 ? digestContent(found, { at, timeZone: reader.timeZone }) : undefined
  }

  async function emailsOf(ids: readonly string[]) {
    const stored = ids.length > 0 ? await store.getMany(emails, ids) : []
    return stored.filter((email) => email !== undefined)
  }

  function footerOf(topic: EmailDocument['topic'], memberId: string) {
    if (!isNotification(topic) && topic !== 'digest') return { because: WHY_ADDRESSED[topic] }
    if (topic !== 'digest' && TOPIC_SETTINGS[topic].always) return { because: whyAlways(topic) }
    const about = topic === 'digest' ? 'your digest' : `emails about “${TOPIC_SETTINGS[topic].label}”`
    return {
      because: `You get this because ${about} ${topic === 'digest' ? 'is' : 'are'} on.`,
      unsubscribe: { label: `Stop ${about}`, ...unsubscribeUrl(topic, memberId) },
    }
  }

  /** In the one template, with what programs need. */
  async function messageOf(
    { id, topic }: Pick<EmailDocument, 'id' | 'topic'>,
    { actor, displayName }: Pick<Reader, 'displayName'> & { actor?: Actor },
    address: string,
    content: EmailContent,
  ): Promise<Message> {
    const { because, unsubscribe } = footerOf(topic, actor?.id ?? '')
    const { text, html } = renderEmail(content, {
      product,
      accent: await deps.accent(),
      origin,
      because,
      isMember: actor !== undefined,
      unsubscribe: unsubscribe && { label: unsubscribe.label, url: unsubscribe.page },
    })
    return {
      id: `${id}@${domain}`,
      to: { name: oneLine(displayName), address },
      subject: subjectLine(content),
      text,
      html,
      headers: {
        // No program answers it (RFC 3834); the second is for Exchange.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      ...(content.calendar !== undefined && { calendar: content.calendar }),
    }
  }

  return {
    async compose(email: EmailDocument, address: string): Promise<Message | { dropped: string }> {
      const { member, topic } = email
      if (topic === 'invitation') {
        const invitation = await deps.invitationToSend(member, email.at)
        if (!invitation) return { dropped: 'no longer matters' }
        return messageOf(email, invitation, address, invitationContent(invitation, product))
      }
      if (topic === 'verification') {
        const path = await deps.newVerificationLink(member, address)
        if (path === undefined) return { dropped: 'no longer matters' }
        return messageOf(email, { displayName: '' }, address, verificationContent(path, product))
      }
      const reader = await readerOf(member, topic)
      if (!reader) return { dropped: 'not an active member' }
      if (topic === 'emailChanged') {
        const content = formerAddressContent(email, { product, timeZone: reader.timeZone })
        return messageOf(email, reader, address, content)
      }
      if (topic === 'digest') {
        const content = await digestOf(email, reader)
        return content ? messageOf(email, reader, address, content) : { dropped: 'nothing new' }
      }
      const deliveries = await deliveriesOf(topic, [member])
      if (!deliveries.get(member)?.email) return { dropped: 'not wanted' }
      const { subject } = email
      const content = subject && (await contentOf({ ...email, topic, subject }, reader))
      return content ? messageOf(email, reader, address, content) : { dropped: 'no longer matters' }
    },
  }
}
