import * as m from '#shared/chapters/messages.ts'
import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import { SelectField } from '#client/ui/form/SelectField.tsx'

interface Props {
  /** `MY_CHAPTERS`, or undefined for all. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Whether people and events of all chapters are found, or those of the viewer’s. */
export const ChapterScope = ({ value = '', onChange }: Props) => (
  <SelectField
    name="chapter"
    label={m.chapter()}
    labelHidden
    value={value}
    options={[
      { value: '', label: m.allChapters() },
      { value: MY_CHAPTERS, label: m.myChapters() },
    ]}
    onChange={(chosen) => onChange(chosen || undefined)}
  />
)
