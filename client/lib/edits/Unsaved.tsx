import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

interface RestoredProps {
  /** Labels of the changed fields; none for something new, which has no saved version. */
  fields: readonly string[]
  /** @returns how to undo it */
  onDiscard: () => () => void
}

/** Above a form that was restored from an earlier visit. */
export function RestoredNotice({ fields, onDiscard }: RestoredProps) {
  const toast = useToast()
  const discard = () => {
    const undo = onDiscard()
    toast('Unsaved changes discarded.', { action: { label: 'Undo', onSelect: undo } })
  }
  return (
    <Notice
      tone="info"
      title="We restored your unsaved changes"
      actions={
        <Button variant="secondary" onClick={discard}>
          Discard
        </Button>
      }
    >
      {fields.length > 0 && `${listed(fields)} Save to keep them.`}
    </Notice>
  )
}

interface UnsavedProps {
  title?: string
  fields?: readonly string[]
  /** The form. */
  to: string
}

/** On the screen that the form changes. */
export const UnsavedNotice = ({ title = 'You have unsaved changes', fields = [], to }: UnsavedProps) => (
  <Notice
    tone="info"
    title={title}
    actions={
      <LinkButton variant="secondary" to={to}>
        Keep editing
      </LinkButton>
    }
  >
    {listed(fields)}
  </Notice>
)

/** Each once: a moment has a day and a time. */
const listed = (fields: readonly string[]) => (fields.length > 0 ? `${[...new Set(fields)].join(', ')}.` : '')
