import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/rounds/messages.ts'
import { chapterChoices } from '#client/modules/people/directory/chapter-choices.ts'
import { SelectField } from '#client/ui/form/SelectField.tsx'

type FieldProps = Pick<Parameters<typeof SelectField>[0], 'name' | 'value' | 'onChange' | 'error'>

/** The chapter whose members a round is for. */
export function ChapterField({ action, ...field }: FieldProps & { action: 'see' | 'openRounds' }) {
  const { data: chapters = [] } = useQuery(chapterChoices(action))
  const options = chapters.map(({ slug, name }) => ({ value: slug, label: name }))
  return <SelectField {...field} label={m.chapter()} options={[{ value: '', label: '' }, ...options]} />
}
