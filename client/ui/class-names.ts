/** Joins the truthy names: `classNames(styles.button, busy && styles.busy)`. */
export const classNames = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
