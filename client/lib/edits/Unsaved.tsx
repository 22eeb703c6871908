import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/lib/toast.ts'

interface RestoredProps {
  /** Labels of the changed fields. Empty for something new, which has no saved version. */
  fields: readonly string[]
  /** @returns a function that undoes it */
  onDiscard: () => () => void
}

/** Shown above a form that was restored from an earlier visit. */
export function RestoredNotice({ fields, onDiscard }: RestoredProps) {
  const toast = useToast()
  const discard = () => {
    const undo = onDiscard()
    toast(m.unsavedDiscarded(), { action: { label: m.undo(), onSelect: undo } })
  }
  return (
    <Notice
      tone="info"
      title={m.unsavedRestored()}
      actions={
        <Button variant="secondary" onClick={discard}>
          {m.discard()}
        </Button>
      }
    >
      {fields.length > 0 && `${listed(fields)} ${m.unsavedKeep()}`}
    </Notice>
  )
}

interface UnsavedProps {
  title?: string
  fields?: readonly string[]
  /** Path of the form. */
  to: string
}

/** Shown on the screen that the form changes. */
export const UnsavedNotice = ({ title = m.unsavedTitle(), fields = [], to }: UnsavedProps) => (
  <Notice
    tone="info"
    title={title}
    actions={
      <LinkButton variant="secondary" to={to}>
        {m.keepEditing()}
      </LinkButton>
    }
  >
    {listed(fields)}
  </Notice>
)

/** Each label once, because a moment has a day and a time. */
const listed = (fields: readonly string[]) =>
  fields.length > 0 ? m.unsavedFields({ fields: formatList([...new Set(fields)]) }) : ''
