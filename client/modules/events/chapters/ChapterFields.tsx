import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { ChapterChoice } from '#shared/chapters/schema.ts'
import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS, isForChapters } from '#shared/events/rules.ts'
import { CHAPTER } from '#shared/lib/paths.ts'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import type { Form } from '#client/ui/form/use-form.ts'

import type { EventDraft } from '#client/modules/events/editor/fields/event-draft.ts'
import { useCan } from '#client/lib/auth/use-can.ts'
import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'

interface Props {
  form: Form<EventDraft>
  /** Chapters of a stored event, for which the viewer may not create any. */
  known: readonly ChapterChoice[] | undefined
}

/** The chapter of the event and those that co-host it, for people who can create events of chapters. */
export function ChapterFields({ form, known = [] }: Props) {
  const { data = [] } = useQuery({ ...chapterChoices('createEvents'), throwOnError: false })
  const { chapterId, cohosts, visibility } = form.values
  const choices = [...known.filter(({ id }) => data.every((each) => each.id !== id)), ...data]
  const organises = useCan('organise')
  const mustChoose = !organises && known.length === 0
  function choose(id: string) {
    const hosts = id ? cohosts.filter((each) => each !== id) : []
    const stays = id && (visibility !== 'hosts' || hosts.length > 0)
    form.setAll({
      ...form.values,
      chapterId: id,
      cohosts: hosts,
      visibility: stays || !isForChapters(visibility) ? visibility : 'members',
    })
  }
  const wanted = useWanted(data, mustChoose)
  useEffect(() => {
    if (wanted && !chapterId) choose(wanted)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted])
  if (choices.length === 0) return null
  return (
    <FieldGroup legend={m.chapter()}>
      <SelectField
        label={m.chapter()}
        labelHidden
        name="chapterId"
        hint={m.editorChapterHint()}
        value={chapterId}
        error={form.errors['chapterId']}
        options={[...(mustChoose ? [] : [{ value: '', label: m.editorNoChapter() }]), ...optionsOf(choices)]}
        onChange={choose}
      />
      {chapterId && <Cohosts form={form} choices={choices} />}
    </FieldGroup>
  )
}

const optionsOf = (choices: readonly ChapterChoice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/** Id of the chapter that a new event belongs to unless its author chooses another. */
function useWanted(choices: readonly ChapterChoice[], mustChoose: boolean) {
  const [params] = useSearchParams()
  const slug = params.get(CHAPTER)
  return choices.find((each) => each.slug === slug)?.id ?? (mustChoose ? choices[0]?.id : undefined)
}

/** One more than there are, so that another can be added. */
function Cohosts({ form, choices }: { form: Form<EventDraft>; choices: readonly ChapterChoice[] }) {
  const { chapterId, cohosts, visibility } = form.values
  const others = choices.filter(({ id }) => id !== chapterId)
  const rows = [...cohosts, ''].slice(0, Math.min(EVENT_LIMITS.cohosts, others.length))
  return rows.map((chosen, at) => (
    <SelectField
      key={chosen}
      label={m.editorCohost()}
      name={`cohosts.${at}`}
      value={chosen}
      error={form.errors['cohosts']}
      options={[
        { value: '', label: m.editorNoCohost() },
        ...optionsOf(others.filter(({ id }) => id === chosen || !cohosts.includes(id))),
      ]}
      onChange={(id) => {
        const next = cohosts.with(at, id).filter(Boolean)
        form.setAll({
          ...form.values,
          cohosts: next,
          visibility: next.length === 0 && visibility === 'hosts' ? 'chapter' : visibility,
        })
      }}
    />
  ))
}
