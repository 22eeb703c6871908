import * as m from '#shared/lib/messages.ts'
import { ProblemError } from '#client/lib/request-errors.ts'

import { type Conflict, mergeEdits } from './merge.ts'

/** The version that an edit started from. */
export interface Base<E> {
  version: number
  edit: E
}

/** Someone else changed the same fields in the meantime: the person has to choose. */
export class EditConflict<E extends object> extends Error {
  readonly latest: Base<E>
  /** The edit on top of the latest version, with the conflicting fields as the person typed them. */
  readonly merged: E
  readonly conflicts: readonly Conflict[]

  constructor(latest: Base<E>, { merged, conflicts }: { merged: E; conflicts: readonly Conflict[] }) {
    super(m.changedMeanwhile())
    this.latest = latest
    this.merged = merged
    this.conflicts = conflicts
  }
}

export interface Saving<E, Saved> {
  /** Sends the edit, based on this version. */
  send: (edit: E, version: number) => Promise<Saved>
  /** Loads the latest version, bypassing every cache. */
  reload: () => Promise<Base<E>>
}

/**
 * Saves on top of changes that were saved elsewhere in the meantime.
 * @throws EditConflict when both changed the same field
 */
export async function save<E extends object, Saved>(
  edit: E,
  base: Base<E>,
  saving: Saving<E, Saved>,
): Promise<Saved> {
  try {
    return await saving.send(edit, base.version)
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 412)) throw error
    const latest = await saving.reload()
    const merge = mergeEdits(base.edit, edit, latest.edit)
    if (merge.conflicts.length > 0) throw new EditConflict(latest, merge)
    return save(merge.merged, latest, saving)
  }
}
