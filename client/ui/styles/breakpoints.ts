/** Sizes at which layouts change. Stylesheets name them: `@media (--rail)`, `@media not (--phone)`. */
export const BREAKPOINTS = {
  /** Room for one column only. */
  phone: '(width < 40em)',
  /** The navigation is a rail beside the content. */
  rail: '(width >= 56.25em)',
  /** Two columns fit beside the rail. */
  columns: '(width >= 68.75em)',
  /** A low window, such as one at 400 % zoom: sticky bars would leave little room. */
  low: '(height < 30em)',
}
