import { Suspense } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit } from '#shared/events/questions.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

// Loaded on demand, because most events ask nothing.
const AnswerForm = lazyPart(() => import('./AnswerForm.tsx'), 'AnswerForm')

interface Props {
  event: EventDetails
  guests: number
  open: boolean
  submitLabel: string
  busyLabel: string
  onSubmit: (answers: AnswerEdit[]) => Promise<void>
  onClose: () => void
}

export const AnswerDialog = ({ open, onClose, onSubmit, ...form }: Props) => (
  <Dialog open={open} onClose={onClose} title={m.questionDialog()}>
    <Suspense fallback={<ScreenSpinner />}>
      <AnswerForm
        {...form}
        onSubmit={async (answers) => {
          await onSubmit(answers)
          onClose()
        }}
      />
    </Suspense>
  </Dialog>
)
