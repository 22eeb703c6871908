import type { ReactNode } from 'react'

/** A line drawing on a grid of 24, always beside text or a label: it has no meaning of its own. */
export const icon =
  (shape: ReactNode, isPointing = false) =>
  () => (
    <svg
      // Mirrored where lines run from right to left.
      data-pointing={isPointing || undefined}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shape}
    </svg>
  )
