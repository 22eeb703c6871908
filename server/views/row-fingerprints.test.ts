import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { views } from '#server/collections.ts'

/** Revision of each view, and a hash of its rows of the sample documents. */
const RECORDED: Readonly<Record<string, string>> = {
  activity: '1 3hscBR8nu6k',
  announcement: '1 gPfdePF3jbo',
  auditEntry: '1 JL_6jhB8jZS',
  block: '1 OICjR2WkYob',
  chapter: '1 oQKGbnwoIs4',
  chapterLetter: '1 qy0p9bJUI-u',
  chapterMembership: '1 diPsXp8tsr9',
  chapterMonth: '1 57aoq8Avoq3',
  chapterProposal: '1 7RndujWFP8f',
  chapterSuccession: '1 z2CPuHtu832',
  connection: '1 t_nDCSCtc6f',
  dismissal: '1 SQUdAQOMyuc',
  discussionChoice: '1 sZd8lKt87GA',
  discussionPost: '1 IdIO4_AOxQH',
  email: '1 8eZrOhq6EDG',
  errorGroup: '1 -3F3B59qC9D',
  event: '4 c7fD2RcghTR',
  feedback: '1 0b9K-XB5Gmv',
  invitation: '1 F8U2tA63ACq',
  meetAgainChoice: '1 QA8H8yQ5f8N',
  meeting: '3 CrLJlxa2fZP',
  introduction: '2 iaQbQ3xKZra',
  notification: '1 n4qm3zWRY3e',
  person: '12 fp7HHAdfBRL',
  prestigeEntry: '1 vnjN_MRprXk',
  prestigeSharing: '1 bj1T0S6kTwP',
  prestigeTier: '1 QP-qrlMHh9e',
  pushSubscription: '1 2sW1Sre5twL',
  recap: '1 gzHAOdPL9cf',
  reminder: '1 ehFVrLSuVFw',
  report: '1 SbN_ia4mVJV',
  eventPageViews: '1 EsjPHYs_e_k',
  groupMessage: '1 TDAi6s7mZcg',
  eventAnswer: '1 J6ZDpo7xSzZ',
  rsvp: '1 JMwtBv6gHz-',
  eventInvitation: '1 uYu-Jkx4pek',
  eventGuest: '1 x4NNIpgplRL',
  fulfilledAsk: '1 4wKPWL15au7',
  round: '1 MeA_OGi9EN7',
  roundParticipant: '1 klDqJ4ByrNC',
  everyRound: '1 GQww-VqtN7p',
  waitlistPromotion: '1 SRmytEnTN7X',
  buddyOffer: '1 opOWsBd17dU',
  buddyPair: '1 E_mzoyQEdmy',
  tablePlan: '1 dJ-y6D-V988',
}

/** The parts of JSON Schema that collections use, from which samples are made. */
interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, Schema>>
}

/** Each variant takes other values of enumerations and other sides of alternatives. */
const VARIANTS = 24
/** Values of an enumeration that samples take. Each is in a sample with everything optional and in one without. */
const MAX_VALUES = 12

const TOPICS =
  'connectionRequest connectionAccepted introduction thanks prestigeChanged eventRole newEvent eventInvitation eventChanged eventCancelled rsvpConfirmed seatOffered'
const SUBJECTS =
  'event meeting connection request introduction prestige applicant invitation membership report ownReport warning'

/**
 * The values that samples take, by the view and the path in its documents, or a part of it. A value that is added
 * to an enumeration is in no sample until it is named here. So it changes no fingerprint, and one that differs shows
 * that documents which are stored already lead to other rows.
 */
const VALUES: Readonly<Record<string, string>> = {
  'errorGroup.state': 'open resolved ignored merged',
  'person.role': 'member organiser admin',
  'person.status': 'pending active suspended declined former',
  'person.visibility': 'public members connections me',
  connection: 'requested accepted declined withdrawn removed',
  'invitation.state': 'open accepted revoked',
  'invitation.request.consent': 'waiting granted refused',
  'prestigeEntry.kind':
    'meetingHeld promiseKept introductionMet guestJoined referral business thanks eventHosted eventAttended',
  'prestigeEntry.voided.cause': 'undone dispute',
  'prestigeEntry.disputes.decision.outcome': 'upheld voided',
  'prestigeSharing.visibility': 'public members connections me',
  'prestigeTier.tier': 'Member Bronze Silver Gold',
  'chapter.language': 'en de pt en-XA',
  'chapter.joinRule': 'open request invited',
  'chapter.listing': 'public members hidden',
  'chapter.industrySeats': 'any one',
  'chapter.leadTerm': 'none 6 12 24 36',
  'chapter.lettersPerWeek': '1 2 7',
  'chapterLetter.state': 'scheduled held sent',
  'chapterProposal.state': 'open withdrawn accepted declined',
  'chapter.merged.state': 'forming active resting closed',
  'chapter.state': 'forming active resting closed',
  'chapterSuccession.need': 'lead event',
  'chapterMembership.kind': 'home guest',
  'chapterMembership.role': 'lead steward host member',
  'chapterMembership.state': 'pending active left declined',
  'chapterMembership.history.kind': 'home guest',
  'chapterMembership.history.role': 'lead steward host member',
  'chapterMembership.history.state': 'pending active left declined',
  'round.audience': 'everyone newcomers chapter',
  'round.state': 'open matching proposed releasing released cancelled',
  'roundParticipant.state': 'in out invited',
  'event.status': 'draft published cancelled completed',
  'event.format': 'inPerson online hybrid',
  'event.knownDates.format': 'inPerson online hybrid',
  'event.visibility': 'members public chapter hosts',
  'event.joinMode': 'open request invited',
  'event.questions.kind': 'shortText longText oneChoice severalChoices consent',
  'event.imported.source': 'luma meetup eventbrite calendar',
  'rsvp.state': 'going maybe waitlisted offered requested declined',
  'rsvp.command.kind': 'add remove promote accept decline',
  'rsvp.command.place': 'seat waitlist aboveLimit',
  'eventAnswer.answers.kind': 'shortText longText oneChoice severalChoices consent',
  'discussionChoice.news': 'own all none',
  'groupMessage.group.kind': 'going maybe waitlist checkedIn notCheckedIn answered',
  'meeting.kind': 'introduction referral advice mentoring',
  'meeting.source.kind': 'introduction event ask',
  'meeting.state': 'proposed rescheduled scheduled held notHeld declined expired cancelled',
  'meeting.slots.votes.vote': 'yes ifNeeded no',
  'meeting.outcomes.kind': 'introduction referral advice business',
  'meeting.promises.state': 'open done dropped',
  'email.state': 'queued waiting bundled sent dropped refused failed unknown',
  'report.kind': 'profile photo event cover announcement post note',
  'report.audience': 'member connection',
  'report.reason': 'harassment hate spam impersonation privacy inappropriate other',
  'report.state': 'open decided',
  'report.decision.kind': 'dismiss hide warn suspend',
  'notification.topic': TOPICS,
  'notification.subject': SUBJECTS,
  'email.topic': TOPICS,
  'email.subject': SUBJECTS,
}

test.each(views.map((view) => [view.name, view] as const))(
  'the rows of %s match the fingerprint of its revision',
  (name, view) => {
    const misnamed = new Set<string>()
    const rows = Array.from({ length: VARIANTS }, (_, variant) =>
      view.rowsOf(sampleOf(view.of.schema as Schema, { name: 'id', path: name, variant, misnamed })),
    )
    const found = `${view.revision} ${hash('sha256', JSON.stringify(rows), 'base64url').slice(0, 11)}`
    expect(
      found,
      `The same documents lead to other rows of ${name}. Stored views would stay as they are: raise \`revision\` in its view.ts (unless its tables changed too), then record '${found}' here once it has another revision.`,
    ).toBe(RECORDED[name])
    expect(
      [...misnamed],
      'The rows of earlier values are unchanged. Name these new values in VALUES, or remove those that no longer exist, and record the new fingerprint.',
    ).toEqual([])
  },
)

interface Sample {
  /** The field, in texts. */
  name: string
  /** The view and the path in its documents, without list indexes and keys of records. */
  path: string
  variant: number
  /** Collects values that `VALUES` lacks, or has but no sample uses. */
  misnamed: Set<string>
}

function sampleOf(schema: Schema, sample: Sample): unknown {
  const { name, path, variant } = sample
  const { type, anyOf, items, properties, required = [], patternProperties } = schema
  if ('const' in schema) return schema.const
  if (schema.enum) return valueOf(schema.enum, sample)
  if (anyOf) return sampleOf(anyOf[variant % anyOf.length]!, sample)
  if (properties) {
    // Times are always present, because some states require theirs.
    const present = Object.entries(properties).filter(([key]) =>
      UNLISTS.has(`${path}.${key}`)
        ? variant % 8 === 0
        : isFull(variant) || required.includes(key) || key.endsWith('At'),
    )
    return Object.fromEntries(
      present.map(([key, part]) => [key, sampleOf(part, { ...sample, name: key, path: `${path}.${key}` })]),
    )
  }
  if (patternProperties)
    return { [textOf(name, variant)]: sampleOf(Object.values(patternProperties)[0]!, sample) }
  // Members of a pair differ.
  if (items) return [1, 2].map((number) => sampleOf(items, { ...sample, name: `${name}-${number}` }))
  if (type === 'boolean') return variant % 4 < 2
  if (type === 'integer' || type === 'number') return variant + 1
  return type === 'null' ? null : textOf(name, variant)
}

/** Fields that remove a member from all lists. Most samples lack them, because only listed members have all rows. */
const UNLISTS: ReadonlySet<string> = new Set([
  'person.deletionDueAt',
  'person.directoryHidden',
  'person.hidden',
])

/** Whether the sample has everything optional. Each half has other ones, as the values at odd positions have odd variants. */
const isFull = (variant: number) => (variant % 2 === 0) === variant < VARIANTS / 2

function valueOf(values: readonly unknown[], { path, variant, misnamed }: Sample) {
  const named = namedAt(path)
  // A longer enumeration is represented by its first values.
  const lacking = named.length < MAX_VALUES ? values.filter((value) => !named.includes(String(value))) : []
  for (const value of [...lacking, ...named.filter((each) => !values.includes(each))])
    misnamed.add(`${path}: ${String(value)}`)
  return named[variant % named.length]
}

function namedAt(path: string): readonly string[] {
  const values = VALUES[path]
  if (values !== undefined) return values.split(' ')
  const end = path.lastIndexOf('.')
  if (end < 0) throw new Error('Name the values of a new enumeration in VALUES.')
  return namedAt(path.slice(0, end))
}

function textOf(name: string, variant: number) {
  const day = `2026-03-${10 + (variant % 20)}`
  if (/(?:^at|At|Since|Until|^from|^to|^start|^end)$/.test(name)) return `${day}T12:00:00.000Z`
  if (/(?:On|^day|^date)$/.test(name)) return day
  if (name === 'timeZone') return 'Europe/London'
  return `${name} Ünal ${variant}${SEARCHED.has(name) ? ' 東京都千代田区丸の内一丁目九番一号三階' : ''}`
}

/** Fields whose words are indexed. Some also have a long run of a script without spaces. */
const SEARCHED: ReadonlySet<string> = new Set(['displayName', 'purpose', 'title'])
