import { useInfiniteQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import { can, positionIn } from '#shared/chapters/rights.ts'
import { ASK_AGAIN_AFTER_DAYS, CHAPTER_ROLES, type ChapterRole } from '#shared/chapters/rules.ts'
import type { Chapter, ChapterPerson } from '#shared/chapters/schema.ts'
import * as words from '#shared/lib/messages.ts'
import { CHAPTER_PROPOSAL, chapterPath } from '#shared/lib/paths/chapters.ts'
import { paths } from '#shared/lib/paths.ts'
import { useRole } from '#client/lib/auth/use-can.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { readSettings } from '#client/lib/settings.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { PersonPicker } from '#client/modules/people/picker/PersonPicker.tsx'
import { DIRECTORY, type PersonChoice } from '#client/modules/people/picker/source.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { PagedList } from '#client/ui/lists/DataTable.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'

import {
  answerRequest,
  changeChapterRole,
  chapter,
  chapterPeople,
  endMembership,
  inviteToChapter,
  peopleFile,
  useChaptersChanged,
} from './queries.ts'

const Health = lazyPart(() => import('./Health.tsx'), 'Health')
const LetterDesk = lazyPart(() => import('./LetterDesk.tsx'), 'LetterDesk')

const ProposalsPage = lazyPart(() => import('./Proposals.tsx'), 'ProposalsPage')

/** The management of a chapter, or for admins the proposals to start one. */
export const ChapterAdmin = ({ slug }: { slug: string }) =>
  slug === CHAPTER_PROPOSAL ? <ProposalsPage /> : <Management slug={slug} />

/** People of a chapter and its health. */
function Management({ slug }: { slug: string }) {
  const { data } = useSuspenseQuery(chapter(slug))
  const isManager = can(positionIn(useRole(), data.own), 'managePeople', data)
  const [wasManager] = useState(isManager)
  // Leads who step down would be refused everything here.
  if (wasManager && !isManager) return <Navigate to={chapterPath(data.slug)} replace />
  return (
    <>
      <ScreenTitle>{data.name}</ScreenTitle>
      <PageHeader
        back={{ to: chapterPath(data.slug), label: m.backToChapter() }}
        title={data.name}
        lead={m.memberCount({ count: data.members })}
      />
      <Stack gap={8}>
        <Requests slug={data.slug} />
        {readSettings().COMMUNITY?.chapters && (
          <>
            <Health slug={data.slug} />
            <LetterDesk slug={data.slug} />
          </>
        )}
        <Invite slug={data.slug} />
        <People chapter={data} />
      </Stack>
    </>
  )
}

function Requests({ slug }: { slug: string }) {
  const pending = useSuspenseInfiniteQuery(chapterPeople(slug, 'pending'))
  return (
    <Stack gap={3}>
      <h2>{m.requests()}</h2>
      <PagedList
        items={pending.data}
        paging={pending}
        queryKey={['chapters', 'people', slug]}
        empty={m.requestsNone()}
      >
        {(items) => (
          <ul className={patterns.ruled}>
            {items.map((person) => (
              <li key={person.id}>
                <Request slug={slug} person={person} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  )
}

function Request({ slug, person }: { slug: string; person: ChapterPerson }) {
  const { id, displayName, photo, headline, company, isInvited, since } = person
  const onSuccess = useChaptersChanged()
  const { run } = useCommand<unknown, 'approve' | 'decline' | 'withdraw'>({
    command: (answer) => (answer === 'withdraw' ? endMembership(slug, id) : answerRequest(slug, id, answer)),
    onSuccess,
    done: (_, answer) => m.requestDone({ answer, name: displayName }),
  })
  return (
    <Stack gap={2}>
      <Person name={displayName} photo={photo} lines={[headline, company]} to={paths.memberProfile(id)} />
      <p className={patterns.small}>
        {rich((isInvited ? m.invitedOn : m.askedOn)({ date: <DateOf at={since} /> }))}
      </p>
      <div className={patterns.actions}>
        {isInvited ? (
          <Button variant="secondary" onClick={() => run('withdraw')}>
            <span>{rich(m.withdrawInvitation({ name: displayName, hidden }))}</span>
          </Button>
        ) : (
          <>
            <Button onClick={() => run('approve')}>
              <span>{rich(m.approve({ name: displayName, hidden }))}</span>
            </Button>
            <Button variant="secondary" onClick={() => run('decline')}>
              <span>{rich(m.decline({ name: displayName, hidden }))}</span>
            </Button>
          </>
        )}
      </div>
    </Stack>
  )
}

function People({ chapter: { slug, name, isExportable } }: { chapter: Chapter }) {
  const people = useSuspenseInfiniteQuery(chapterPeople(slug, 'active'))
  const file = useCommand({
    command: () => peopleFile(slug),
    onSuccess: (content) => saveFile(`${name}.csv`, content),
  })
  return (
    <Stack gap={3}>
      <h2>{m.people()}</h2>
      {isExportable && (
        <Stack gap={2}>
          <p className={patterns.small}>{m.exportHint()}</p>
          <div className={patterns.actions}>
            <Button variant="secondary" busy={file.isPending && m.exportButton()} onClick={() => file.run()}>
              {m.exportButton()}
            </Button>
          </div>
        </Stack>
      )}
      <PagedList
        items={people.data}
        paging={people}
        queryKey={['chapters', 'people', slug]}
        empty={m.peopleNone()}
      >
        {(items) => (
          <ul className={patterns.ruled}>
            {items.map((person) => (
              <li key={person.id}>
                <PersonRow slug={slug} person={person} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  )
}

const roles = () => CHAPTER_ROLES.map((value) => ({ value, label: m.roleName({ role: value }) }))

/** Asks before someone becomes a lead or stops being one: the arrow keys alone change a closed select. */
function Role({ slug, person: { id, displayName: name, role } }: { slug: string; person: ChapterPerson }) {
  const { data: own } = useSuspenseQuery(ownProfile)
  const [asked, setAsked] = useState<ChapterRole>()
  const appoint = useCommand<unknown, ChapterRole>({
    command: (next) => changeChapterRole(slug, id, next),
    onSuccess: useChaptersChanged(),
    done: (_, next) => m.roleDone({ name, role: m.roleName({ role: next }) }),
  })
  const end = id === own.id ? 'own' : 'other'
  const change = asked === 'lead' ? 'appoint' : end
  return (
    <>
      <SelectField
        name={`role-${id}`}
        label={m.roleOf({ name })}
        labelHidden
        value={appoint.running ?? asked ?? role}
        options={roles()}
        onChange={(next) => (next === 'lead' || role === 'lead' ? setAsked(next) : appoint.run(next))}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={m.roleAskTitle({ change, name })}
        confirm={m.roleAskConfirm({ change })}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (asked) appoint.run(asked)
        }}
      >
        <p>{m.roleAskText({ change, name })}</p>
      </ConfirmDialog>
    </>
  )
}

function PersonRow({ slug, person }: { slug: string; person: ChapterPerson }) {
  const { id, displayName, photo, headline, company, kind, since } = person
  const onSuccess = useChaptersChanged()
  const [isAsking, setAsking] = useState(false)
  const end = useCommand({
    command: () => endMembership(slug, id),
    onSuccess,
    done: m.endDone({ name: displayName }),
  })
  return (
    <Stack gap={2}>
      <Person name={displayName} photo={photo} lines={[headline, company]} to={paths.memberProfile(id)} />
      <p className={patterns.small}>
        {kind === 'guest' && `${m.guest()}\u00A0· `}
        {rich(m.since({ date: <DateOf at={since} /> }))}
      </p>
      <div className={patterns.actions}>
        <Role slug={slug} person={person} />
        <Button variant="quiet" onClick={() => setAsking(true)}>
          <span>{rich(m.endButton({ name: displayName, hidden }))}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.endTitle({ name: displayName })}
        confirm={m.endConfirm()}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          end.run()
        }}
      >
        <p>{m.endText({ name: displayName, days: ASK_AGAIN_AFTER_DAYS })}</p>
      </ConfirmDialog>
    </Stack>
  )
}

function Invite({ slug }: { slug: string }) {
  const [chosen, setChosen] = useState<PersonChoice>()
  const [isMissing, setMissing] = useState(false)
  const changed = useChaptersChanged()
  const members = useInfiniteQuery({ ...chapterPeople(slug, 'pending'), throwOnError: false })
  const invite = useCommand<unknown, PersonChoice>({
    command: ({ id }) => inviteToChapter(slug, id),
    onSuccess: () => {
      setChosen(undefined)
      return changed()
    },
    done: (_, { displayName }) => m.inviteDone({ name: displayName }),
  })
  return (
    <Stack gap={3}>
      <h2>{m.invite()}</h2>
      <PersonPicker
        name="person"
        label={m.person()}
        hint={m.inviteHint()}
        source={DIRECTORY}
        value={chosen}
        except={members.data ?? []}
        error={isMissing ? m.inviteRule() : undefined}
        onChange={(person) => {
          setChosen(person)
          setMissing(false)
        }}
      />
      <div className={patterns.actions}>
        <Button
          variant="secondary"
          busy={invite.isPending && words.sending()}
          onClick={() => (chosen ? invite.run(chosen) : setMissing(true))}
        >
          {m.inviteButton()}
        </Button>
      </div>
    </Stack>
  )
}
