import type { ReactNode } from 'react'

/** A line drawing on a grid of 24, always beside text or a label: none of them speaks for itself. */
export const icon = (shape: ReactNode) => () => (
  <svg
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
