import { useQuery } from '@tanstack/react-query'

import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import * as m from '#shared/people/messages.ts'
import { SelectField } from '#client/ui/form/SelectField.tsx'

import { chapterChoices } from './chapter-choices.ts'

interface Props {
  /** Slug of a chapter, or `MY_CHAPTERS`; empty for all. */
  value: string
  onChange: (value: string) => void
}

/** The scope of a list: all chapters, those of the viewer, or one. */
export function ChapterFilter({ value, onChange }: Props) {
  const { data = [] } = useQuery({ ...chapterChoices('see'), throwOnError: false })
  const known = data.map(({ slug, name }) => ({ value: slug, label: name }))
  // A shared link may have a former address.
  const isOther = value !== '' && value !== MY_CHAPTERS && data.every(({ slug }) => slug !== value)
  return (
    <SelectField
      label={m.chapter()}
      labelHidden
      name="chapter"
      value={value}
      options={[
        { value: '', label: m.allChapters() },
        { value: MY_CHAPTERS, label: m.myChapters() },
        ...(isOther ? [{ value, label: value }] : []),
        ...known,
      ]}
      onChange={onChange}
    />
  )
}
