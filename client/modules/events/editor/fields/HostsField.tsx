import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { PeoplePicker } from '#client/modules/people/picker/PeoplePicker.tsx'
import { DIRECTORY } from '#client/modules/people/picker/source.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'

import type { EventDraft, Host } from './event-draft.ts'

const options = () =>
  [
    { value: 'host', label: m.editorRoleHost() },
    { value: 'editor', label: m.editorRoleEditor() },
    { value: 'helper', label: m.editorRoleHelper() },
  ] as const
type Choice = ReturnType<typeof options>[number]['value']

/** Hosts and helpers in one list, each with what they can do. Organisers among the hosts can edit the event anyway. */
export function HostsField({ form }: { form: Form<EventDraft> }) {
  const { data: me } = useQuery({ ...ownProfile, throwOnError: false })
  const { hosts, editors, helpers } = form.values
  const change = (people: readonly Host[], choiceFor: (person: Host) => Choice) => {
    const choose = (wanted: readonly Choice[]) => people.filter((each) => wanted.includes(choiceFor(each)))
    form.set('hosts', choose(['host', 'editor']))
    form.set(
      'editors',
      choose(['editor']).map(({ id }) => id),
    )
    form.set('helpers', choose(['helper']))
  }
  const choiceOfPerson = ({ id }: Host): Choice => {
    if (editors.includes(id)) return 'editor'
    return helpers.some((helper) => helper.id === id) ? 'helper' : 'host'
  }
  return (
    <FieldGroup legend={m.editorTeam()} hint={m.editorTeamHint()}>
      <PeoplePicker
        name="find-host"
        label={m.editorTeamAdd()}
        hint={m.editorTeamSearch()}
        chosenLabel={m.editorTeam()}
        source={DIRECTORY}
        people={[...hosts, ...helpers]}
        max={EVENT_LIMITS.hosts + EVENT_LIMITS.helpers}
        error={Object.entries(form.errors).find(([field]) => /^(hosts|editors|helpers)\b/.test(field))?.[1]}
        onChange={(people) => change(people, choiceOfPerson)}
        role={{
          options: options(),
          roleOf: (person) => (person.id === me?.id ? undefined : choiceOfPerson(person)),
          onChoose: ({ id }, choice) =>
            change([...hosts, ...helpers], (each) => (each.id === id ? choice : choiceOfPerson(each))),
        }}
      />
    </FieldGroup>
  )
}
