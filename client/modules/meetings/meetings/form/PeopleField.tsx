import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { meetingPeople } from '#client/modules/meetings/meetings/queries.ts'
import { PeoplePicker } from '#client/modules/people/picker/PeoplePicker.tsx'
import { choiceOf, type PersonChoice, type PersonSource } from '#client/modules/people/picker/source.ts'
import { request } from '#client/lib/request.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import type { Invitee } from './meeting-draft.ts'

const MAX_INVITEES = MEETING_LIMITS.participants.max - 1

interface Props {
  people: Invitee[]
  errors: FieldErrors
  onChange: (people: Invitee[]) => void
}

export const PeopleField = ({ people, errors, onChange }: Props) => (
  <FieldGroup legend={m.peopleTitle()} hint={m.peopleHint({ most: MAX_INVITEES })}>
    <PeoplePicker
      name="find-person"
      label={m.peopleSearch()}
      hint={m.peopleSearchHint()}
      chosenLabel={m.peopleChosen()}
      source={CONNECTIONS}
      people={people}
      max={MAX_INVITEES}
      error={
        people.map((_, index) => errors[`participants.${index}`]).find(Boolean) ?? errors['participants']
      }
      onChange={onChange}
    />
    {people.length === 0 && <NoConnections />}
  </FieldGroup>
)

/** Suggests connections with a reason to meet before anything is typed. */
const CONNECTIONS: PersonSource<PersonChoice> = {
  queryKey: ['meetings', 'people', 'picker'],
  minLetters: 0,
  async load(q, signal) {
    const { items } = await request('GET /api/meetings/people', { query: { q }, signal })
    return items.map(({ member, reasons }) => ({
      ...choiceOf(member),
      detail: dotted(reasons) || undefined,
    }))
  },
}

const directoryLink = (content: Content) => (
  <Link to={paths.connectionsTab('directory')}>{rich(content)}</Link>
)

function NoConnections() {
  const { data } = useQuery({ ...meetingPeople(''), throwOnError: false })
  if (data?.items.length !== 0) return null
  return <p className={patterns.muted}>{rich(m.peopleNone({ link: directoryLink }))}</p>
}
