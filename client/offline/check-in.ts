/** Check-in by name on the page without a connection, with the lists that this browser has loaded before. */
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import { CLOCK, formatAt } from '#shared/lib/date-style.ts'
import { type Content, Parts, type Tag } from '#shared/lib/language/format.ts'
import {
  checkInEntries,
  type Entry,
  headcount,
  tablesLabel,
} from '#client/modules/attendance/check-in/attendees.ts'
import {
  checkInLists,
  type KeptAttendee,
  type KeptCheckInList,
} from '#client/modules/attendance/check-in/kept-lists.ts'
import { checkInPrefix, createCheckInQueue } from '#client/modules/attendance/check-in/queue.ts'
import { followOtherTabs } from '#client/lib/offline-queue/entries.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { matches } from '#client/ui/form/matches.ts'

const PAGE = 50
const TIME = { weekday: 'short', ...CLOCK } as const

/** Shows the check-in of each event. The app sends what is queued as soon as it can be loaded. */
export async function showCheckIns(place: HTMLElement) {
  place.append(...(await checkInLists.read(Date.now())).map(sectionOf))
}

function sectionOf({ eventId, title, uid, updatedAt, attendees }: KeptCheckInList) {
  const prefix = checkInPrefix(uid)
  const queue = createCheckInQueue({
    storage: deviceStorage,
    prefix,
    now: Date.now,
    newId: () => crypto.randomUUID(),
  })
  const [status, count] = [elementOf('output'), elementOf('p')]
  const [rows, none] = [elementOf('ul'), elementOf('p', m.checkInNoMatches())]
  const search = Object.assign(elementOf('input'), { type: 'search', autocomplete: 'off' })
  const more = elementOf('button', words.showMore())
  let limit = PAGE

  const queued = () => queue.all.get().filter((each) => each.eventId === eventId)

  function render() {
    const entries = checkInEntries(attendees, queued())
    const found = entries.filter(({ member }) =>
      matches({ label: member.displayName, words: member.company ?? '' }, search.value),
    )
    const { arrived, expected } = headcount(entries)
    count.replaceChildren(...nodesOf(m.checkInHeadcount<Node>({ b: tag('strong'), arrived, expected })))
    status.replaceChildren(statusText())
    rows.replaceChildren(...found.slice(0, limit).map(rowOf))
    more.hidden = found.length <= limit
    none.hidden = found.length > 0
  }

  function statusText() {
    const waiting = queued().filter(({ rejected }) => !rejected).length
    return [
      m.checkInListUpdated({ time: timeOf(updatedAt) }),
      waiting > 0 && `${m.checkInWaiting({ count: waiting })}.`,
      queue.isVolatile() ? m.checkInVolatile() : waiting > 0 && m.checkInStored(),
    ]
      .filter(Boolean)
      .join(' ')
  }

  function rowOf({ member, guests, checkedInAt, isQueued, tables }: Entry<KeptAttendee>) {
    const { displayName: name, company } = member
    const lines = [
      [company, guests > 0 && m.withGuests({ count: guests })],
      [checkedInAt && m.checkInArrivedAt({ time: timeOf(checkedInAt) }), isQueued && m.checkInUnsynced()],
      [tablesLabel(tables)],
    ].map((parts) => parts.filter(Boolean).join(' · '))
    const label = (checkedInAt ? m.checkInUndoOne : m.checkInOne)<Node>({ hidden: tag('small'), name })
    const button = elementOf('button', ...nodesOf(label))
    button.dataset['kind'] = checkedInAt ? 'undo' : 'check-in'
    button.addEventListener('click', () => {
      const at = new Date().toISOString()
      const change = { eventId, memberId: member.id, name, at }
      if (checkedInAt) queue.undo({ ...change, undo: checkedInAt })
      else queue.add(change)
      search.value = ''
      render()
      focusButtonOf(name)
    })
    const row = elementOf(
      'li',
      elementOf('strong', name),
      ...lines.map((line) => elementOf('span', line)),
      button,
    )
    row.dataset['name'] = name
    return row
  }

  /** The pressed button has been replaced. */
  const focusButtonOf = (name: string) =>
    [...rows.children]
      .find((row) => row instanceof HTMLElement && row.dataset['name'] === name)
      ?.querySelector('button')
      ?.focus()

  search.addEventListener('input', render)
  more.addEventListener('click', () => {
    limit += PAGE
    render()
  })
  // Another tab may check in, too.
  followOtherTabs(prefix, () => {
    queue.refresh()
    render()
  })
  render()
  const section = elementOf(
    'section',
    elementOf('h2', m.checkInTitle()),
    elementOf('h3', title),
    status,
    count,
    elementOf('label', m.checkInSearch(), search),
    none,
    rows,
    more,
  )
  section.className = 'check-in'
  return section
}

const timeOf = (instant: string) => formatAt(new Date(instant), { ...TIME, timeZone: deviceTimeZone() })

function elementOf<K extends keyof HTMLElementTagNameMap>(name: K, ...content: (string | Node)[]) {
  const element = document.createElement(name)
  element.append(...content)
  return element
}

const tag =
  (name: keyof HTMLElementTagNameMap): Tag<Node> =>
  (content) =>
    elementOf(name, ...nodesOf(content))

const nodesOf = (content: Content) =>
  content instanceof Parts ? (content.parts as readonly (string | Node)[]) : [content]
