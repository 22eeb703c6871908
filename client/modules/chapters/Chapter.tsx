import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import { can, positionIn } from '#shared/chapters/rights.ts'
import { chapterPlace } from '#shared/chapters/rules.ts'
import type { Chapter as ChapterDetails } from '#shared/chapters/schema.ts'
import { chapterAdminPath, chapterPath, chaptersPath } from '#shared/lib/paths/chapters.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { CHAPTER, paths } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useRole } from '#client/lib/auth/use-can.ts'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import { Membership } from './Membership.tsx'
import { chapter, chapterMembers } from './queries.ts'

// The chunk of the directory, which has their code already.
const DirectoryCards = lazyPart(
  () => import('#client/modules/people/connections/lists/searched-panels.ts'),
  'DirectoryCards',
)

const LeadNotices = lazyPart(() => import('./LeadNotices.tsx'), 'LeadNotices')

const Letters = lazyPart(() => import('./Letters.tsx'), 'Letters')

interface Props {
  slug: string
  /** The next events, which belong to a later module. */
  Events: ComponentType<{ slug: string; mayCreate: boolean }>
}

/** The page of a chapter for members. */
export function Chapter({ slug, Events }: Props) {
  const { data } = useSuspenseQuery(chapter(slug))
  const role = useRole()
  if (data.slug !== slug) return <Navigate to={chapterPath(data.slug)} replace />
  const position = positionIn(role, data.own)
  const managesPeople = can(position, 'managePeople', data)
  // Joining comes first, leaving last. Keys, so that the focus and the dialog survive the move.
  const parts = [<Membership key="membership" chapter={data} />, <About key="about" chapter={data} />]
  return (
    <>
      <ScreenTitle>{data.name}</ScreenTitle>
      <PageHeader
        back={{ to: chaptersPath, label: m.chapters() }}
        title={data.name}
        lead={chapterPlace(data)}
        actions={
          managesPeople && (
            <LinkButton variant="secondary" to={chapterAdminPath(data.slug)}>
              {m.managePeople()}
            </LinkButton>
          )
        }
      />
      <Stack gap={6}>
        {(data.succession || data.own?.termEndsAt) && <LeadNotices chapter={data} />}
        {data.own?.state === 'active' ? parts.toReversed() : parts}
        <Events slug={data.slug} mayCreate={can(position, 'createEvents', data)} />
        {can(position, 'attend', data) && <Letters chapter={data} />}
        <Members slug={data.slug} count={data.members} />
      </Stack>
    </>
  )
}

const About = ({
  chapter: { cover, about, leads, state, joinRule, listing, industrySeats },
}: {
  chapter: ChapterDetails
}) => (
  <Card title={m.about()}>
    <Stack gap={4}>
      {cover && <img className={patterns.picture} src={imageUrl(cover)} alt="" width={1280} height={720} />}
      {about && <p className={patterns.asTyped}>{about}</p>}
      <Facts>
        <Fact name={m.joining()}>{m.joinRuleName({ rule: joinRule })}</Fact>
        <Fact name={m.industrySeats()}>
          {industrySeats === 'one' ? m.industrySeatsName({ value: industrySeats }) : ''}
        </Fact>
        <Fact name={m.state()}>{state === 'active' ? '' : m.stateName({ state })}</Fact>
        <Fact name={m.listing()}>{listing === 'hidden' ? m.listingName({ listing }) : ''}</Fact>
      </Facts>
      {leads.length > 0 && (
        <Stack gap={2}>
          <h3>{m.leads()}</h3>
          <ul className={patterns.ruled}>
            {leads.map((lead) => (
              <li key={lead.id}>
                <MemberLine member={lead} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Stack>
  </Card>
)

function Members({ slug, count }: { slug: string; count: number }) {
  const members = useSuspenseInfiniteQuery(chapterMembers(slug))
  const navigate = useNavigate()
  return (
    <Stack gap={4}>
      <h2>{m.people()}</h2>
      <p className={patterns.muted}>
        {m.memberCount({ count })}
        {'\u00A0· '}
        {m.peopleListed()}{' '}
        <Link to={`${paths.connectionsTab('directory')}&${CHAPTER}=${slug}`}>{m.searchPeople()}</Link>
      </p>
      <DirectoryCards
        entries={members.data}
        query=""
        onKeyword={(keyword) =>
          void navigate(`${paths.connectionsTab('directory')}&keyword=${encodeURIComponent(keyword)}`)
        }
      />
      <ShowMore {...members} />
    </Stack>
  )
}
