import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { Link } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterLine } from '#shared/chapters/schema.ts'
import { chapterPlace } from '#shared/chapters/rules.ts'
import { CHAPTER, MY_CHAPTERS, paths } from '#shared/lib/paths.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { CHAPTER_PROPOSAL, chapterPath } from '#shared/lib/paths/chapters.ts'
import { useCan } from '#client/lib/auth/use-can.ts'
import { useFirstVisit } from '#client/lib/use-first-visit.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import { chapterList } from './queries.ts'

/** All chapters, those of the member first. */
export function Chapters() {
  const isFirstVisit = useFirstVisit('chapters')
  const isAdmin = useCan('administer')
  const all = useSuspenseInfiniteQuery(chapterList('ownFirst'))
  const { mine = [], others = [] } = Object.groupBy(all.data, (line) => (isOwn(line) ? 'mine' : 'others'))
  return (
    <>
      <ScreenTitle>{m.chapters()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.connectionsTab('directory'), label: m.backToPeople() }}
        title={m.chapters()}
        lead={isFirstVisit && m.chaptersLead()}
        actions={
          <LinkButton
            variant="secondary"
            to={isAdmin ? `${adminPath('chapters')}&edit=` : chapterPath(CHAPTER_PROPOSAL)}
          >
            {isAdmin ? m.create() : m.propose()}
          </LinkButton>
        }
      />
      <Stack gap={6}>
        {mine.length > 0 && (
          <Stack gap={3}>
            <List title={m.mine()} chapters={mine} />
            <Link to={`${paths.connectionsTab('directory')}&${CHAPTER}=${MY_CHAPTERS}`}>
              {m.searchOwnPeople()}
            </Link>
          </Stack>
        )}
        <Stack gap={3}>
          {mine.length > 0 && <h2>{m.others()}</h2>}
          <ul className={patterns.ruled}>
            {others.map((each) => (
              <Row key={each.slug} {...each} />
            ))}
          </ul>
          {others.length === 0 && <p className={patterns.muted}>{m.othersNone()}</p>}
          <ShowMore {...all} />
        </Stack>
      </Stack>
    </>
  )
}

const List = ({ title, chapters }: { title: string; chapters: readonly ChapterLine[] }) => (
  <Stack gap={3}>
    <h2>{title}</h2>
    <ul className={patterns.ruled}>
      {chapters.map((each) => (
        <Row key={each.slug} {...each} />
      ))}
    </ul>
  </Stack>
)

const isOwn = ({ own }: Pick<ChapterLine, 'own'>) => own?.state === 'active' || own?.state === 'pending'

const Row = ({ slug, name, place, region, members, state, own }: ChapterLine) => (
  <li>
    <LinkRow to={chapterPath(slug)} title={name}>
      {dotted([
        chapterPlace({ name, place, region }),
        m.memberCount({ count: members }),
        state === 'active' ? '' : m.stateName({ state }),
        own && isOwn({ own }) ? m.ownMembership(own) : '',
      ])}
    </LinkRow>
  </li>
)
