import * as m from '#shared/rounds/messages.ts'
import { TABLE_LIMITS } from '#shared/rounds/rules.ts'
import type { TablePerson } from '#shared/rounds/tables.ts'
import { PeoplePicker } from '#client/modules/people/picker/PeoplePicker.tsx'
import { choiceOf, type PersonChoice, type PersonSource } from '#client/modules/people/picker/source.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/form/Field.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { matches } from '#client/ui/form/matches.ts'
import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  kind: 'together' | 'apart'
  people: readonly TablePerson[]
  /** Ids. */
  groups: readonly string[][]
  error: string | undefined
  onChange: (groups: string[][]) => void
}

/** Suggestions in the list of people. */
const MAX_FOUND = 8

const sourceOf = (people: readonly TablePerson[]): PersonSource<PersonChoice> => ({
  queryKey: ['tables', people.map(({ member }) => member.id).join(' ')],
  minLetters: 0,
  load: async (text) =>
    people
      .map(({ member }) => choiceOf(member))
      .filter(({ displayName, detail = '' }) => matches({ label: displayName, words: detail }, text))
      .slice(0, MAX_FOUND),
})

/** Groups of people who sit together, or apart. */
export function TableGroups({ kind, people, groups, error, onChange }: Props) {
  const isTogether = kind === 'together'
  const choices = new Map(people.map(({ member }) => [member.id, choiceOf(member)]))
  const source = sourceOf(people)
  return (
    <FieldGroup
      legend={isTogether ? m.tablesTogether() : m.tablesApart()}
      hint={isTogether ? m.tablesTogetherHint() : m.tablesApartHint()}
    >
      {groups.map((group, at) => (
        <PeoplePicker
          // oxlint-disable-next-line react/no-array-index-key -- groups have no id, and stay in order
          key={at}
          name={`${kind}.${at}`}
          label={m.tablesAddPerson({ number: at + 1 })}
          chosenLabel={m.group({ number: at + 1 })}
          source={source}
          people={group.flatMap((id) => choices.get(id) ?? [])}
          max={TABLE_LIMITS.inGroup}
          onChange={(next) =>
            onChange(
              groups.with(
                at,
                next.map(({ id }) => id),
              ),
            )
          }
        />
      ))}
      {error && <FieldError id={undefined}>{error}</FieldError>}
      {groups.length < TABLE_LIMITS.groups && (
        <div className={patterns.actions}>
          <Button variant="secondary" onClick={() => onChange([...groups, []])}>
            {m.tablesAddGroup({ kind })}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}
