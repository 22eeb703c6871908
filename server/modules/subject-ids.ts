/** The `data` of a domain event about several subjects, of which the first is its `subject`. */
export const subjectIds = (ids: readonly string[]) => ({ subjects: ids.join(' ') })

/** Ids of all subjects; undefined when it is about one. */
export const subjectIdsOf = ({ subjects }: Readonly<Record<string, string | undefined>>) =>
  subjects?.split(' ')
