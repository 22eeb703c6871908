import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import { AudienceField } from '#client/modules/events/editor/fields/AudienceField.tsx'
import type { EventDraft } from '#client/modules/events/editor/fields/event-draft.ts'
import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'
import type { Form } from '#client/ui/form/use-form.ts'

/** The audience of an event that can be for chapters. An event of a hidden chapter is not public. */
export function ChapterAudience({ form }: { form: Form<EventDraft> }) {
  const { chapterId, visibility } = form.values
  const { data: chapters = [] } = useQuery({ ...chapterChoices('createEvents'), throwOnError: false })
  const isHidden = chapters.some(({ id, listing }) => id === chapterId && listing === 'hidden')
  return (
    <AudienceField
      form={form}
      ofChapters={chapterAudiences(form.values)}
      offersPublic={!isHidden || visibility === 'public'}
    />
  )
}

const chapterAudiences = ({ chapterId, cohosts }: EventDraft) =>
  (['chapter', 'hosts'] as const)
    .filter((visibility) => chapterId && (visibility === 'chapter' || cohosts.length > 0))
    .map((value) => ({
      value,
      label: m.eventVisibility({ visibility: value }),
      hint: m.editorChapterAudience({ visibility: value }),
    }))
