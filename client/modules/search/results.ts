import { formatList } from '#shared/lib/lists.ts'
import * as accounts from '#shared/accounts/messages.ts'
import * as inApp from '#shared/notifications/messages.ts'
import * as people from '#shared/people/messages.ts'
import * as m from '#shared/search/messages.ts'
import { newMeetingPath, meetingPath } from '#shared/lib/paths/meetings.ts'
import { can, type MemberRole } from '#shared/people/roles.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { paths } from '#shared/lib/paths.ts'
import { fold, hasPrefixes, indexed, prefixesOf } from '#shared/lib/words.ts'
import type { DirectoryEntry } from '#shared/people/directory.ts'
import type { DirectoryLine } from '#shared/people/matches.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { ALL_NOTIFICATIONS } from '#client/modules/notifications/in-app/subjects.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { readSettings } from '#client/lib/settings.ts'
import { matches } from '#client/ui/form/matches.ts'
import { dotted } from '#client/ui/text/dotted.ts'

/** One line of the search. Choosing it opens `to`. */
export interface Result {
  id: string
  label: string
  /** A second line. */
  detail?: string | undefined
  /** Why the person was found, shown instead of the detail. */
  line?: DirectoryLine | undefined
  /** Folded words to mark besides those of the query. */
  marks?: readonly string[] | undefined
  /** The text that found it, if not the one that was typed. */
  foundBy?: string | undefined
  photo?: string | undefined
  to: string
}

/** Does something instead of opening a screen. */
export interface Command {
  id: string
  label: string
  run: () => void
  /** Whether it stays in the dialog. */
  isOfDialog?: true
}

export interface ResultGroup {
  name: string
  /** Whether it has what the text names, and comes before people whose texts have the word. */
  isNamed?: boolean
  /** Found by an earlier text, and shown until the answer arrives. */
  isOutdated?: boolean
  results: readonly (Result | Command)[]
}

interface Commands {
  /** Whether the colours are dark now. */
  isDark: boolean
  setTheme: (theme: 'light' | 'dark') => void
  markAllRead: () => void
  showShortcuts: () => void
  signOut: () => void
}

export function commandsFor(
  { isDark, setTheme, markAllRead, showShortcuts, signOut }: Commands,
  query: string,
): ResultGroup {
  const results = [
    { id: 'read', label: inApp.markAll(), words: m.markAllWords(), run: markAllRead },
    isDark
      ? { id: 'light', label: m.light(), words: m.themeWords(), run: () => setTheme('light') }
      : { id: 'dark', label: m.dark(), words: m.themeWords(), run: () => setTheme('dark') },
    {
      id: 'shortcuts',
      label: m.shortcuts(),
      words: m.shortcutsWords(),
      run: showShortcuts,
      isOfDialog: true as const,
    },
    { id: 'sign-out', label: m.signOut(), words: m.signOutWords(), run: signOut },
  ].filter((command) => matches(command, query))
  // A part of the label is not enough: "sign" can be somebody who makes signs.
  const isNamed = results.some(({ label }) => fold(label) === fold(query))
  return { name: m.groupActions(), isNamed, results }
}

/** Nothing was found: leads to the directory's answer. Not a result, which the search would remember. */
export const inDirectory = (q: string, open: (path: string) => void): ResultGroup => ({
  name: m.none(),
  results: [{ id: 'directory', label: m.inDirectory(), run: () => open(directoryPath({ q })) }],
})

/** People were found by other words: leads to the directory's answer to those that were typed. */
export const asTyped = (q: string, open: (path: string) => void): Command => ({
  id: 'as-typed',
  label: people.directoryAsTyped({ q }),
  run: () => open(directoryPath({ q, asTyped: '1' })),
})

const directoryPath = (filter: Record<string, string>) =>
  `${paths.connectionsTab('directory')}&${new URLSearchParams(filter)}`

interface Place {
  label: string
  /** Other words by which it is found. */
  words?: string
  to: string
  for?: 'organise' | 'administer'
  /** Opens it after `g`. */
  key?: string
  /** Only shown to those who search for it. */
  isDetail?: boolean
}

const places = (): readonly Place[] => [
  { label: m.dashboard(), words: m.dashboardWords(), key: 'd', to: paths.dashboard },
  { label: m.events(), words: m.eventsWords(), key: 'e', to: paths.events },
  { label: m.ownEvents(), words: m.ownEventsWords(), to: `${paths.events}?list=mine` },
  { label: m.people(), words: m.peopleWords(), key: 'p', to: paths.connectionsTab('directory') },
  { label: m.asks(), words: m.asksWords(), to: paths.connectionsTab('asks') },
  { label: m.connections(), key: 'c', to: paths.connectionsTab('connections') },
  { label: m.received(), words: m.receivedWords(), to: paths.connectionsTab('received') },
  { label: m.meetings(), key: 'm', to: paths.growthMeetings },
  { label: m.newMeeting(), words: m.newMeetingWords(), to: newMeetingPath() },
  {
    label: m.importEvents(),
    words: m.importEventsWords(),
    to: `${paths.events}?import=1`,
    for: 'organise',
  },
  { label: m.createEvent(), words: m.createEventWords(), to: `${paths.events}?create=1`, for: 'organise' },
  { label: m.profile(), words: m.profileWords(), key: 'y', to: paths.ownProfile },
  { label: m.settings(), words: m.settingsWords(), key: 's', to: settingsPath() },
  { label: inApp.title(), key: 'n', to: ALL_NOTIFICATIONS },
  { label: m.notifications(), words: m.notificationsWords(), to: settingsPath('notifications') },
  ...settingsPlaces(),
  { label: m.help(), words: m.helpWords(), to: paths.help },
  { label: m.admin(), words: m.adminWords(), key: 'a', to: paths.admin, for: 'administer' },
]

/** Sections of the settings. Sign-in is the first, and notifications have a place of their own. */
const settingsPlaces = (): readonly Place[] =>
  (
    [
      ['devices', accounts.settingsDevices, m.devicesWords],
      ['availability', accounts.settingsAvailability, m.availabilityWords],
      ['appearance', accounts.settingsAppearance, m.themeWords],
      ...(readSettings().LANGUAGES ? [['language', accounts.language, m.languageWords] as const] : []),
      ['blocked', accounts.settingsBlocked, m.blockedWords],
      ['data', accounts.yourData, m.dataWords],
    ] as const
  ).map(([section, label, words]) => ({
    label: accounts.settingsTab({ section: label() }),
    words: words(),
    to: settingsPath(section),
    isDetail: true,
  }))

/** Letters of a place's label from which it comes first. Three begin too many names: Helen is not Help. */
const MIN_NAMED = 4

/** Places, beginning with those that the text names. */
export function placesFor(role: MemberRole, query: string): ResultGroup {
  const isNamed = ({ label, isDetail = false }: Place) =>
    query.length >= MIN_NAMED && !isDetail && matches({ label }, query)
  const found = places()
    .filter((place) => (!place.for || can(role, place.for)) && (query !== '' || !place.isDetail))
    .filter((place) => matches(place, query))
  const inOrder = [...found.filter(isNamed), ...found.filter((place) => !isNamed(place))]
  return {
    name: m.groupPlaces(),
    isNamed: found.some(isNamed),
    results: inOrder.map(({ label, to }) => ({ id: `place ${to}`, label, to })),
  }
}

/** Places with a key, in the order of the list. */
export const keyedPlaces = (role: MemberRole) =>
  places().flatMap(({ label, key, to, for: action }) =>
    key !== undefined && (!action || can(role, action)) ? [{ label, key, to }] : [],
  )

interface Shown {
  /** Text of the search. */
  query: string
  /** The viewer's. */
  timeZone: string
}

/** The first text of the card in which a word is that the name does not have; by default, the headline. */
function detailOf({ displayName, headline, company, city, marks = [] }: DirectoryEntry, query: string) {
  const place = dotted([company, city])
  const name = indexed(displayName)
  const sought = [...prefixesOf(query), ...marks.map((mark) => [mark])].filter(
    (prefix) => !hasPrefixes(name, [prefix]),
  )
  const isFound = (text = '') => sought.some((prefix) => hasPrefixes(indexed(text), [prefix]))
  return [headline, place].find(isFound) || headline || place
}

const NO_RESULTS: SearchResults = { people: [], events: [], meetings: [] }

export const groupsOf = (
  { people: members, instead, events, meetings }: SearchResults = NO_RESULTS,
  { query, timeZone }: Shown,
): Record<'people' | 'events' | 'meetings', ResultGroup> => ({
  people: {
    name: instead === undefined ? m.people() : m.groupPeopleInstead({ instead }),
    results: members.map((person) => ({
      id: `person ${person.id}`,
      label: person.displayName,
      detail: detailOf(person, instead ?? query),
      line: person.line,
      marks: person.marks,
      foundBy: instead,
      photo: person.photo,
      to: paths.memberProfile(person.id),
    })),
  },
  events: {
    name: m.events(),
    results: events.map(({ id, title, startsAt }) => ({
      id: `event ${id}`,
      label: title,
      detail: formatShortDate(startsAt, timeZone),
      to: paths.event(id),
    })),
  },
  meetings: {
    name: m.groupMeetings(),
    results: meetings.map(({ id, purpose, startsAt, people: others }) => ({
      id: `meeting ${id}`,
      label: purpose,
      detail: dotted([formatList(others), startsAt && formatShortDate(startsAt, timeZone)]),
      to: meetingPath(id),
    })),
  },
})
