import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

interface KeptProps {
  /** What people call the fields in question. */
  fields: readonly string[]
  /** @returns what brings it all back */
  onDiscard: () => () => void
}

/** Above a form that holds what an earlier visit left unsaved. */
export function KeptNotice({ fields, onDiscard }: KeptProps) {
  const toast = useToast()
  const startAnew = () => {
    const bringBack = onDiscard()
    toast('What you had not saved is gone.', { action: { label: 'Undo', onSelect: bringBack } })
  }
  return (
    <Notice
      tone="info"
      title="We kept what you had not saved"
      actions={
        <Button variant="secondary" onClick={startAnew}>
          Discard
        </Button>
      }
    >
      {listed(fields)} It is in the form again, and still has to be saved.
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
export const UnsavedNotice = ({
  title = 'You have changes that are not saved',
  fields = [],
  to,
}: UnsavedProps) => (
  <Notice
    tone="info"
    title={title}
    actions={
      <LinkButton variant="secondary" to={to}>
        Go on
      </LinkButton>
    }
  >
    {listed(fields)}
  </Notice>
)

/** Each once: a moment has a day and a time. */
const listed = (fields: readonly string[]) => fields.length > 0 && `${[...new Set(fields)].join(', ')}.`
