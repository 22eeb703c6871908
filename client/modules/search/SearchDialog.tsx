import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useDeferredValue, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/search/messages.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { MAX_QUERY } from '#shared/search/rules.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useTheme } from '#client/lib/theme.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { markRead } from '#client/modules/notifications/in-app/queries.ts'
import { MatchedLine } from '#client/modules/people/directory/MatchedLine.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { MarkedText } from '#client/ui/text/MarkedText.tsx'
import { searchError } from '#client/ui/form/search-error.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { searchResults } from './queries.ts'
import { recentResults, rememberResult } from './recent.ts'
import {
  asTyped,
  type Command,
  commandsFor,
  groupsOf,
  inDirectory,
  placesFor,
  type Result,
  type ResultGroup,
} from './results.ts'
import styles from './search.module.css'
import { ShortcutList } from './ShortcutList.tsx'

const ChapterScope = lazyPart(() => import('./ChapterScope.tsx'), 'ChapterScope')

interface Props {
  role: MemberRole
  /** Begins with the list of shortcuts. */
  isList: boolean
  /** The text that the search begins with. */
  typed: string
  onSignOut: () => void
  onClose: () => void
}

/** The search, or the list of shortcuts, which is one of its commands. */
export function SearchDialog({ isList, ...props }: Props) {
  const [shown, setShown] = useState(isList)
  if (shown) return <ShortcutList {...props} />
  return <Search {...props} onShortcuts={() => setShown(true)} />
}

interface SearchProps extends Omit<Props, 'isList'> {
  onShortcuts: () => void
}

/** Search over people, events, meetings, places and commands: a combobox by the ARIA Authoring Practices. */
function Search({ role, typed, onShortcuts, onSignOut, onClose }: SearchProps) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState(typed)
  const [chosen, setChosen] = useState<string>()
  const [chapter, setChapter] = useState<string>()
  const { groups, count, isAnswered, isSearching, hasFailed } = useGroups(text, {
    chapter,
    role,
    onShortcuts,
    onSignOut,
  })
  const results = groups.flatMap((group) => group.results)
  const [first] = groups
  const active =
    chosen === undefined && (isAnswered || (first?.isNamed && !first.isOutdated))
      ? results[0]
      : results.find((result) => result.id === chosen)
  // Stays selected when results change: Enter opens what was seen.
  if (active && active.id !== chosen) setChosen(active.id)
  const idOf = (result: Result | Command) => `${id}${results.indexOf(result)}`

  useEffect(() => {
    if (active)
      document.getElementById(`${id}${results.indexOf(active)}`)?.scrollIntoView({ block: 'nearest' })
  })

  function open(result: Result | Command) {
    if (!('isOfDialog' in result)) onClose()
    if ('run' in result) return result.run()
    rememberResult(result)
    void navigate(result.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const from = active ? results.indexOf(active) : -1
    if (event.key === 'ArrowDown') setChosen(results[(from + 1) % results.length]?.id)
    else if (event.key === 'ArrowUp') setChosen(results.at(Math.max(from, 0) - 1)?.id)
    else if (event.key === 'Enter') {
      if (active) open(active)
    } else return
    event.preventDefault()
  }

  const listProps = { id: `${id}list`, role: 'listbox' }
  const inputProps = {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': results.length > 0,
    'aria-controls': listProps.id,
    'aria-activedescendant': active && idOf(active),
  }
  const message = messageOf({ text, count, isSearching, hasFailed })
  return (
    <Dialog open title={m.title()} atTop onClose={onClose}>
      <search className={styles.search}>
        <TextField
          label={m.label()}
          labelHidden
          type="search"
          name="q"
          placeholder={m.placeholder()}
          autoComplete="off"
          maxLength={MAX_QUERY}
          error={searchError(text)}
          value={text}
          onChange={(value) => {
            setText(value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
          {...inputProps}
        />
        {readSettings().COMMUNITY?.chapters && (
          <Suspense>
            <ChapterScope value={chapter} onChange={setChapter} />
          </Suspense>
        )}
        <div {...listProps} aria-label={m.results()} className={styles.results}>
          {groups.map(({ name, isOutdated, results: found }) => (
            // A listbox has groups of options, for which there is no element.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            <div key={name} role="group" aria-label={name} data-outdated={isOutdated || undefined}>
              <p className={styles.group} aria-hidden="true">
                {name}
              </p>
              {found.map((result) => (
                <Option
                  key={result.id}
                  id={idOf(result)}
                  result={result}
                  query={text}
                  isActive={result === active}
                  onActivate={() => setChosen(result.id)}
                  onOpen={() => open(result)}
                />
              ))}
            </div>
          ))}
        </div>
        {(results.length === 0 || hasFailed) && message && <p className={styles.empty}>{message}</p>}
        <VisuallyHidden>
          <output>{message}</output>
        </VisuallyHidden>
      </search>
    </Dialog>
  )
}

function useGroups(
  text: string,
  {
    chapter,
    role,
    onShortcuts,
    onSignOut,
  }: Omit<SearchProps, 'onClose' | 'typed'> & { chapter: string | undefined },
) {
  const timeZone = useViewerZone()
  const navigate = useNavigate()
  const q = useDeferredValue(text.trim())
  const [recent] = useState(recentResults)
  const query = searchError(q) ? '' : q
  const { data, isFetching, isPending, isPlaceholderData, isError } = useQuery(searchResults(query, chapter))
  const cache = useQueryClient()
  const marking = useCommand({ command: () => markRead(cache, {}), done: m.markedAll() })
  const [theme, setTheme] = useTheme()
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  const places = placesFor(role, query)
  const commands = commandsFor(
    { isDark, setTheme, markAllRead: () => marking.run(), showShortcuts: onShortcuts, signOut: onSignOut },
    query,
  )
  const { people, events, meetings } = groupsOf(data, { query, timeZone })
  const groups: ResultGroup[] =
    query === ''
      ? [{ name: m.groupRecent(), results: recent }, places, commands]
      : data?.instead === undefined
        ? [people, events, meetings, places, commands]
        : // People with other words come after whatever has the words that were typed.
          [events, meetings, places, commands, people]
  const isWaiting = text.trim() !== q
  const isOutdated = isWaiting || isPlaceholderData
  const found = groups.filter(({ results }) => results.length > 0)
  const isAnswered = query === '' ? !isWaiting : !isOutdated && !isPending
  const withTyped = found.map((group) =>
    group === people && data?.instead !== undefined
      ? { ...group, results: [...group.results, asTyped(q, navigate)] }
      : group,
  )
  const shown = found.length === 0 && isAnswered && !isError ? [inDirectory(q, navigate)] : withTyped
  return {
    groups: shown
      .toSorted((one, other) => Number(other.isNamed === true) - Number(one.isNamed === true))
      .map((group) => ({
        ...group,
        isOutdated: group === places || group === commands ? isWaiting : query !== '' && isOutdated,
      })),
    count: found.flatMap(({ results }) => results).length,
    isAnswered,
    isSearching: isFetching,
    hasFailed: isError,
  }
}

interface State {
  text: string
  count: number
  isSearching: boolean
  hasFailed: boolean
}

function messageOf({ text, count, isSearching, hasFailed }: State) {
  if (text.trim() === '') return ''
  if (hasFailed) return m.failed()
  if (isSearching && count === 0) return m.searching()
  if (count === 0) return m.none()
  return m.count({ count })
}

interface OptionProps {
  id: string
  result: Result | Command
  query: string
  isActive: boolean
  onActivate: () => void
  onOpen: () => void
}

/** The keyboard reaches it through the input. */
const Option = ({ id, result, query: typed, isActive, onActivate, onOpen }: OptionProps) => {
  const { marks, foundBy: query = typed } = 'to' in result ? result : { marks: [] }
  return (
    <div
      {...{ id, role: 'option', onPointerMove: onActivate, onClick: onOpen }}
      aria-selected={isActive}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
    >
      {'to' in result && result.id.startsWith('person') && (
        <Avatar name={result.label} photo={result.photo} size="small" />
      )}
      <span className={styles.text}>
        <span>
          <MarkedText query={query} marks={marks}>
            {result.label}
          </MarkedText>
        </span>
        {'to' in result && (result.line || result.detail) && (
          <span className={patterns.small}>
            {result.line ? (
              <MatchedLine line={result.line} query={query} marks={marks} />
            ) : (
              <MarkedText query={query} marks={marks}>
                {result.detail ?? ''}
              </MarkedText>
            )}
          </span>
        )}
      </span>
    </div>
  )
}
