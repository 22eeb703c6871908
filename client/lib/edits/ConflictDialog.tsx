import { type ReactNode, Suspense } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'

import type { ChangedElsewhereProps } from './ChangedElsewhere.tsx'
import { withField } from './merge.ts'
import type { EditConflict } from './saving.ts'

/** Rarely needed, so it is loaded with the first conflict. */
const ChangedElsewhere = lazyPart(() => import('./ChangedElsewhere.tsx'), 'ChangedElsewhere')

interface Props<E extends object> {
  editing: {
    conflict: EditConflict<E> | undefined
    decide: (conflict: EditConflict<E>, edit: E) => Promise<void>
    decideLater: () => void
  }
  what: ChangedElsewhereProps['what']
  /** The label of the field at this path. */
  fieldName: (path: string) => string
  fieldValue: (path: string, value: unknown) => ReactNode
}

/** The dialog of a form of `useEditForm`, once someone else has changed the same fields. */
export const ConflictDialog = <E extends object>({ editing, ...labels }: Props<E>) => {
  const { conflict, decide, decideLater } = editing
  return (
    conflict && (
      <Suspense>
        <ChangedElsewhere
          {...labels}
          conflicts={conflict.conflicts}
          onDecide={(replaced) => {
            const edit = replaced.reduce(
              (merged, { path, theirs }) => withField(merged, path, theirs),
              conflict.merged,
            )
            void decide(conflict, edit)
          }}
          onLater={decideLater}
        />
      </Suspense>
    )
  )
}
